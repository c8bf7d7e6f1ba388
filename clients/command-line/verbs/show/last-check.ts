import type { Archive } from '../../../archive/archive.js';
import type { Job } from '../../../api/resources.js';
import { resourcePath } from '../../looking/resource-path.js';

/** The last audit that has ended of a group, or of the whole archive. */
export interface LastCheck {
  /** RFC 3339. */
  readonly at: string;
  readonly findings: number;
  readonly job: string;
}

const ENDED = ['completed', 'completedWithErrors'];

/** The newest check that a job made of a group; null where none is known. */
export const lastCheckOf = async (archive: Pick<Archive, 'jobs'>, group: string): Promise<LastCheck | null> => {
  for await (const each of archive.jobs({ kinds: ['audit'], states: ENDED })) {
    const { jobId, archivalGroup, finished, failures, cancelledBy } = each as unknown as Job;
    if (finished === null || cancelledBy !== null) continue;
    if (archivalGroup === null || resourcePath(archivalGroup) === group)
      return { at: finished, findings: failures, job: jobId };
  }
  return null;
};
