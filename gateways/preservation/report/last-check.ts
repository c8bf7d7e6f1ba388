import { readPlatformJob } from '../../../commands/platform-job/platform-job-stream.js';
import { moment } from '../../rendering/moment.js';
import { agentUri, jobUri } from '../../uris/uris.js';
import type { EventStore } from '../../../events/store.js';
import type { JobsView } from '../../../projections/jobs/jobs-view.js';
import type { BaseUrls } from '../../uris/base-urls.js';

/** The last audit that has ended of an archival group, or of everything. */
interface LastCheck {
  /** URI. */
  readonly job: string;
  /** URI. */
  readonly agent: string;
  readonly finished: string;
  /** Whether it trusted the digests that the store records, and read no file. */
  readonly quick: boolean;
  /** In all that it looked at. */
  readonly findings: number;
}

/** Audits that are looked through: those of other groups come between. */
const MOST_LOOKED_AT = 1_000;
const AT_ONCE = 100;

interface CheckDependencies {
  readonly jobs: Pick<JobsView, 'page'>;
  readonly dependencies: { readonly events: EventStore };
  readonly baseUrls: BaseUrls;
}

/** Null where none is known. */
export const lastCheckOf = async (
  { jobs, dependencies: { events }, baseUrls: { preservation } }: CheckDependencies,
  group: string,
): Promise<LastCheck | null> => {
  const filter = { kinds: ['audit'], statuses: ['completed', 'completedWithErrors'] } as const;
  for (let skip = 0, total = AT_ONCE; skip < Math.min(total, MOST_LOOKED_AT); skip += AT_ONCE) {
    const page = await jobs.page({ filter, skip, limit: AT_ONCE });
    total = page.total;
    for (const { jobId, agent, archivalGroup, finished, cancelledBy, failures } of page.jobs) {
      if (finished === null || cancelledBy !== null || (archivalGroup !== null && archivalGroup !== group)) continue;
      const request = (await readPlatformJob(events, jobId))?.request;
      if (request?.kind !== 'audit') continue;
      return {
        job: jobUri(preservation, jobId),
        agent: agentUri(preservation, agent),
        finished: moment(finished),
        quick: request.parameters.quick,
        findings: failures,
      };
    }
  }
  return null;
};
