import type { SteeringFact } from '../../../../events/steering.js';
import type { Sentences } from '../sentences.js';

/** What agents did with a job that waits, in the history of whatever decides on it. */
export const steeringSentences: Sentences<SteeringFact> = {
  JobHeld: ({ jobId }, by) => `${by} held job ${jobId}.`,
  JobHoldReleased: ({ jobId }, by) => `${by} released job ${jobId}.`,
  JobPriorityChanged: ({ jobId, priority }, by) => `${by} gave job ${jobId} the priority ${priority}.`,
};
