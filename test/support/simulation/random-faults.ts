import { randomNumbers } from '../random/random-numbers.js';
import { connectionFault, placeOf } from './schedulers.js';
import type { Scheduler } from './drive.js';
import type { Simulation } from './simulation.js';
import type { Step } from './steps.js';
import type { Life } from '../scheduling/virtual-time.js';

/** What may go wrong, each with its share of all steps. */
interface Odds {
  readonly crash: number;
  readonly pause: number;
  /** The connection breaks, before or after the call took effect. */
  readonly fault: number;
  /** Time goes on although somebody could take a step. */
  readonly delay: number;
}

const ODDS: Odds = { crash: 0.003, pause: 0.0015, fault: 0.01, delay: 0.02 };

/** No sleep, and no request of a process that is gone, lasts until the late sweep. */
const LONGEST_PAUSE_MS = 10 * 60_000;
const LONGEST_FLIGHT_MS = 5 * 60_000;
/** Writes that may be on their way when their sender dies, and arrive. */
const WRITES = new Set(['put', 'copy', 'delete', 'append', 'publish', 'save']);

export interface RandomFaults {
  readonly schedule: Scheduler;
  /** Whether everybody is awake and nothing is on its way any more. */
  isClear(): boolean;
}

/**
 * Chooses by chance, the same for the same seed, who takes the next step, and now and then something worse: so often,
 * and then never again, that what was asked for can come about.
 */
export const randomFaults = (seed: number, disturbances: number, odds: Odds = ODDS): RandomFaults => {
  const random = randomNumbers(seed);
  const faults: Life = { name: 'random faults', state: 'running' };
  let left = disturbances;
  /** In some schedules everything happens at the beginning, in others it is spread over all of the work. */
  const scale = 0.1 + random();
  let pending = 0;

  const later = ({ time }: Simulation, longestMs: number, act: () => void | Promise<void>): void => {
    pending += 1;
    const arrive = (): void => {
      pending -= 1;
      void act();
    };
    time.run(faults, () => setTimeout(arrive, random() * longestMs));
  };
  const crash = (simulation: Simulation, { call }: Step): void => {
    const dropped = simulation.kill(call.life);
    for (const step of dropped)
      if (WRITES.has(step.call.method) && random() < 0.5)
        later(simulation, LONGEST_FLIGHT_MS, () => {
          simulation.story.push(`arrived after its sender had died: ${placeOf(step)}`);
          return step.take();
        });
  };
  const sleep = (simulation: Simulation, { call }: Step): void => {
    const { life } = call;
    life.state = 'paused';
    later(simulation, LONGEST_PAUSE_MS, () => {
      if (life.state === 'paused') life.state = 'running';
      simulation.story.push(`${life.name} wakes`);
    });
  };
  const mishaps: readonly (readonly [string, number, (simulation: Simulation, step: Step) => void])[] = [
    ['died', odds.crash, crash],
    ['fell asleep', odds.pause, sleep],
    ['lost its connection', odds.fault, (_simulation, step) => step.fail(connectionFault(step))],
  ];

  return {
    isClear: () => pending === 0,
    async schedule(simulation, ready) {
      const step = ready[Math.floor(random() * ready.length)];
      if (step === undefined || random() < odds.delay) {
        simulation.time.fireNext();
        return;
      }
      let chance = random();
      for (const [what, share, disturb] of mishaps) {
        if (left > 0 && chance < share * scale) {
          left -= 1;
          simulation.story.push(`${Math.round(simulation.time.now())} ${what} ${placeOf(step)}`);
          disturb(simulation, step);
          return;
        }
        chance -= share * scale;
      }
      await step.take();
    },
  };
};
