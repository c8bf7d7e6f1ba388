import { JOB_KINDS, type JobDocument, type JobKindName } from '../../projections/jobs/job-document.js';
import type { JobsView } from '../../projections/jobs/jobs-view.js';
import type { EventStreams } from '../service/event-streams.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';

/** What the operations on jobs use. */
export interface JobDependencies extends Pick<
  RepositoryDependencies,
  'dependencies' | 'baseUrls' | 'self' | 'waitForViews' | 'readProgress' | 'normalisesMets'
> {
  readonly jobs: JobsView;
  readonly streams: EventStreams;
  /** Whether a deposit is not imported whose last pipeline run found a virus. */
  readonly refusesInfected: boolean;
}

/** The kinds that each service has; the storage service has no deposits. */
export const KINDS_OF = {
  preservation: JOB_KINDS,
  storage: ['import', 'export', 'audit', 'adoption', 'rebuild'],
} as const satisfies Record<'preservation' | 'storage', readonly JobKindName[]>;

/** A job of the service, on the preservation service also by the id of an import result; null where there is none. */
export const findJob = async (
  { jobs, self }: Pick<JobDependencies, 'jobs' | 'self'>,
  id: string,
): Promise<JobDocument | null> => {
  const found = (await jobs.job(id)) ?? (self === 'preservation' ? await jobs.jobOfResult(id) : null);
  const kinds: readonly JobKindName[] = KINDS_OF[self];
  return found !== null && kinds.includes(found.kind) ? found : null;
};
