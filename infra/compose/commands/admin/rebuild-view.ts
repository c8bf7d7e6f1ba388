import { refusalOf } from '../../../../clients/command-line/looking/refusal.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';
import { jobOnPlatform } from '../job-on-platform.js';

/** Has a view built anew by the platform, and waits for that. Rejects with CommandFault. */
export const rebuildView = async (view: string, session: Session): Promise<Ended> => {
  const { output } = session;
  const { job } = await jobOnPlatform(await session.service(), { kind: 'rebuild', view }, session).catch(
    (error: unknown) => {
      throw refusalOf(error, { code: 'rebuild-refused', next: 'muniment admin views' });
    },
  );
  if (output.form !== 'json') await output.write(`Rebuilt ${view} from the event log.\n`);
  return { code: 0, summary: { view, job: job.jobId } };
};
