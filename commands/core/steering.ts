import type { SteeringFact } from '../../events/steering.js';
import { typeGuard } from '../../events/type-guard.js';
import { refuse, type Decision } from './decider.js';

/** What an agent asks of a job: that it waits, may run, ends, or comes before or after the agent's other jobs. */
export type SteeringStep = 'hold' | 'release' | 'cancel' | { readonly priority: number };

/** How agents have steered a job. */
export interface Steering {
  /** The agent that holds it, so that no worker can claim it; null where nobody does. */
  readonly held: Readonly<{ by: string; since: string }> | null;
  /** From −10 to 10. */
  readonly priority: number;
}

/** Of a job that nobody has steered. */
export const UNSTEERED: Steering = { held: null, priority: 0 };

/** The error of a job that an agent has cancelled. */
export const cancelledBy = (agent: string): string => `Cancelled by ${agent}.`;

const isFact = typeGuard<SteeringFact>({ JobHeld: true, JobHoldReleased: true, JobPriorityChanged: true });

/** Whether the fact steers a job. */
export const isSteeringFact = <F extends { readonly type: string }>(
  fact: F,
): fact is Extract<F, { readonly type: SteeringFact['type'] }> => isFact(fact);

/** The steering after a fact about the job. */
export const evolveSteering = (before: Steering, { type, data }: SteeringFact): Steering => {
  switch (type) {
    case 'JobHeld':
      return { ...before, held: { by: data.by, since: data.at } };
    case 'JobHoldReleased':
      return { ...before, held: null };
    case 'JobPriorityChanged':
      return { ...before, priority: data.priority };
  }
};

interface SteeredJob extends Steering {
  /** For a sentence: `import job j1`. */
  readonly name: string;
  readonly jobId: string;
  /** Whether a worker has claimed it. */
  readonly isRunning: boolean;
}

interface Steer<Place extends object> {
  /** What every fact of the stream names. */
  readonly place: Place;
  readonly step: Exclude<SteeringStep, 'cancel'>;
  readonly by: string;
  readonly at: string;
}

/**
 * Decides on a job that has not ended; nothing where the job is as asked already. Refused with `job-running`, or
 * `job-not-held` for a release, once a worker has claimed the job.
 */
export const decideSteering = <Place extends object>(
  { place, step, by, at }: Steer<Place>,
  { name, jobId, isRunning, held, priority }: SteeredJob,
): Decision<SteeringFact<Place>> => {
  const data = { ...place, jobId, by, at };
  if (step === 'release') {
    if (isRunning) return refuse('job-not-held', `The ${name} is running, so that nobody holds it.`);
    return held === null ? [] : [{ type: 'JobHoldReleased', data }];
  }
  if (isRunning)
    return refuse(
      'job-running',
      step === 'hold'
        ? `The ${name} is running. Only a job that waits can be held.`
        : `The ${name} is running. Priority orders only jobs that wait.`,
    );
  if (step === 'hold') return held === null ? [{ type: 'JobHeld', data }] : [];
  return step.priority === priority ? [] : [{ type: 'JobPriorityChanged', data: { ...data, priority: step.priority } }];
};

/** The answer to a worker that would claim a job which is held; null for any other. */
export const heldRefusal = ({ held }: Steering, name: string) =>
  held === null
    ? null
    : refuse('job-held', `The ${name} is held, so that no worker can begin it.`, { what: name, ...held });

/** The answer to who would steer a job that has ended. */
export const jobEnded = (jobId: string) =>
  refuse('job-ended', `Job ${jobId} has ended; nothing about it changes any more.`);
