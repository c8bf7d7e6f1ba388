import type { SteeringFact } from '../../events/steering.js';
import { changed, rankOf, type JobTouches } from './job-changes.js';

/** How agents steer jobs that wait, in the stream that decides on each. */
export const steeringTouches: JobTouches<SteeringFact> = {
  JobHeld: ({ jobId, by, at }) => changed(jobId, at, () => ({ status: 'held', heldBy: by, rank: null })),
  JobHoldReleased: ({ jobId, at }) =>
    changed(jobId, at, ({ submitted, priority }) => ({
      status: 'waiting',
      heldBy: null,
      rank: rankOf(submitted, priority),
    })),
  JobPriorityChanged: ({ jobId, priority, at }) =>
    changed(jobId, at, ({ submitted, rank }) => ({ priority, rank: rank && rankOf(submitted, priority) })),
};
