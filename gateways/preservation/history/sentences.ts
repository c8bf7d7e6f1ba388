import type { Fact } from '../../../events/envelope.js';
import type { SteeringFact } from '../../../events/steering.js';

/** A sentence for each type of a family, about `by`, the name of the agent. */
export type Sentences<F extends Fact> = {
  readonly [T in F['type']]: (data: Extract<F, { readonly type: T }>['data'], by: string) => string;
};

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What agents did with a job that waits, in the history of whatever decides on it. */
export const steeringSentences: Sentences<SteeringFact> = {
  JobHeld: ({ jobId }, by) => `${by} held job ${jobId}.`,
  JobHoldReleased: ({ jobId }, by) => `${by} released job ${jobId}.`,
  JobPriorityChanged: ({ jobId, priority }, by) => `${by} gave job ${jobId} the priority ${priority}.`,
};
