import type { Fact } from './envelope.js';

interface OfJob {
  readonly jobId: string;
  /** Agent name. */
  readonly by: string;
  /** UTC, seven fractional digits. */
  readonly at: string;
}

/**
 * Facts by which an agent steers a job that waits. They stand in the stream that decides on the job, with the name of
 * its `Place`, so that each of them is decided against a claim.
 */
export type SteeringFact<Place extends object = object> =
  /** The job waits, and no worker can claim it. */
  | Fact<'JobHeld', Place & OfJob>
  | Fact<'JobHoldReleased', Place & OfJob>
  /** `priority` is from −10 to 10. */
  | Fact<'JobPriorityChanged', Place & OfJob & { priority: number }>;
