import type { Simulation } from './simulation.js';
import type { Step } from './steps.js';

/** What happens next, of all that may: one step is taken, or time goes on, or something worse. */
export type Scheduler = (simulation: Simulation, ready: readonly Step[]) => Promise<void>;

export interface Drive {
  readonly schedule: Scheduler;
  /** Whether everything that was asked for is done; looked at whenever nothing but time is left to pass. */
  readonly isDone: () => Promise<boolean>;
  /** How much time may pass until then, in milliseconds of the simulation. */
  readonly withinMs: number;
  /** How much time passes afterwards, for whatever cleans up. */
  readonly restMs: number;
  /** How much passes then at once, before as long a rest again: for what cleans up late. */
  readonly leapMs?: number;
}

/**
 * A leap past the dates of all requests and the late sweep, in milliseconds: whoever takes the sweep over then has
 * nothing to wait for.
 */
export const LATE_MS = 24 * 60 * 60_000;

const MOST_STEPS = 200_000;

/** Runs a simulation until all is done and at rest; throws with its story when that does not come to pass. */
export const drive = async (
  simulation: Simulation,
  { schedule, isDone, withinMs, restMs, leapMs = 0 }: Drive,
): Promise<void> => {
  const { steps, time, story } = simulation;
  const deadline = time.now() + withinMs;
  let rest: number | null = null;
  let leap = leapMs;
  for (let taken = 0; ; taken++) {
    await simulation.calm();
    const ready = steps.ready();
    if (ready.length === 0) {
      if (rest === null && (await isDone())) rest = time.now() + restMs;
      if (rest !== null && (time.next() ?? Infinity) > rest) {
        if (leap === 0) return;
        time.leap(leap);
        leap = 0;
        rest = time.now() + restMs;
      }
    }
    const isLate = rest === null && time.now() > deadline;
    if (isLate || taken > MOST_STEPS) throw new Error(`not done within ${withinMs} ms of time:\n${story.join('\n')}`);
    await schedule(simulation, ready);
  }
};

/** Takes the oldest step there is, and lets time pass when there is none. */
export const inOrder: Scheduler = async ({ time }, [oldest]) => {
  if (oldest === undefined) time.fireNext();
  else await oldest.take();
};
