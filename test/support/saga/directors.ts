import { EventStoreFault } from '../../../events/store.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { Moment } from '../faulty.js';
import { inOrder, type Director } from './drive.js';
import { isAtRest } from './outcome.js';
import type { Simulation } from './simulation.js';
import type { PortName, Step } from './steps.js';
import type { Life } from './virtual-time.js';

/** One of the two moments of one call, by its number. */
export interface Point {
  readonly call: number;
  readonly moment: Moment;
}

/** Where a run was disturbed, in words. */
export const placeOf = ({ call, moment }: Step): string =>
  `${moment} call ${call.number} (${call.port}.${call.method} of ${call.life.name})`;

const hits = ({ call, moment }: Step, point: Point | undefined): boolean =>
  point !== undefined && call.number === point.call && moment === point.moment;

/** In order, and at each of these points, one after another, something else happens instead of the step. */
const disturbedAt = (points: readonly Point[], disturb: (simulation: Simulation, step: Step) => void): Director => {
  const left = [...points];
  return async (simulation, ready) => {
    const [oldest] = ready;
    if (oldest === undefined || !hits(oldest, left[0])) return inOrder(simulation, ready);
    left.shift();
    simulation.story.push(`disturbed ${placeOf(oldest)}`);
    disturb(simulation, oldest);
  };
};

/** The process that makes the call dies there, each time. */
export const crashingAt = (...points: readonly Point[]): Director =>
  disturbedAt(points, (simulation, { call }) => void simulation.kill(call.life));

const FAULTS: Readonly<Record<PortName, () => Error>> = {
  events: () => new EventStoreFault('outcome-unknown', 'the connection was reset'),
  bytes: () => new ByteStoreFault('outcome-unknown', 'the connection was reset'),
  documents: () => Object.assign(new Error('the connection was reset'), { code: 'store-unavailable', transient: true }),
  broker: () => new Error('the connection was reset'),
};

/** What a caller learns whose connection breaks. */
export const connectionFault = ({ call }: Step): Error => FAULTS[call.port]();

/** The connection breaks there: what took effect before is not told from what did not. */
export const losingAt = (point: Point): Director =>
  disturbedAt([point], (_simulation, step) => step.fail(connectionFault(step)));

/**
 * The process that makes the call falls asleep there. It wakes up when others have brought everything to an end, finds
 * its call as it left it, and goes on.
 */
export const sleepingAt = (point: Point): Director => {
  let asleep: Life | null = null;
  const fallAsleep = disturbedAt([point], (_simulation, { call }) => {
    asleep = call.life;
    asleep.state = 'paused';
  });
  return async (simulation, ready) => {
    if (asleep !== null && ready.length === 0 && (await isAtRest(simulation.world))) {
      asleep.state = 'running';
      asleep = null;
      simulation.story.push('the sleeper wakes');
      return;
    }
    await fallAsleep(simulation, ready);
  };
};
