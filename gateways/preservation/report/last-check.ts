import { readPlatformJob } from '../../../commands/platform-job/platform-job-stream.js';
import { moment } from '../../rendering/moment.js';
import { agentUri, jobUri } from '../../uris/uris.js';
import type { EventStore } from '../../../events/store.js';
import type { JobDocument } from '../../../projections/jobs/job-document.js';
import type { JobsView } from '../../../projections/jobs/jobs-view.js';

/** The last audit that has ended of an archival group, or of everything. */
export interface LastCheck {
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

/** The audits that have ended, the newest first. */
export async function* endedAudits(jobs: Pick<JobsView, 'page'>): AsyncGenerator<JobDocument> {
  const filter = { kinds: ['audit'], statuses: ['completed', 'completedWithErrors'] } as const;
  for (let skip = 0, total = AT_ONCE; skip < total; skip += AT_ONCE) {
    const page = await jobs.page({ filter, skip, limit: AT_ONCE });
    total = page.total;
    yield* page.jobs;
  }
}

/** Null where none is known. `audits` have ended, and come the newest first; `base` begins the URIs. */
export const lastCheckOf = async (
  {
    audits,
    events,
    base,
  }: { readonly audits: AsyncIterable<JobDocument>; readonly events: EventStore; readonly base: string },
  group: string,
): Promise<LastCheck | null> => {
  let lookedAt = 0;
  for await (const { jobId, agent, archivalGroup, finished, cancelledBy, failures } of audits) {
    if (++lookedAt > MOST_LOOKED_AT) break;
    if (finished === null || cancelledBy !== null || (archivalGroup !== null && archivalGroup !== group)) continue;
    const request = (await readPlatformJob(events, jobId))?.request;
    if (request?.kind !== 'audit') continue;
    return {
      job: jobUri(base, jobId),
      agent: agentUri(base, agent),
      finished: moment(finished),
      quick: request.parameters.quick,
      findings: failures,
    };
  }
  return null;
};
