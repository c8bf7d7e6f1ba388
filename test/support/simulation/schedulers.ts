import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Fact } from '../../../events/envelope.js';
import { EventStoreFault } from '../../../events/store.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { Moment } from '../faults/faulty.js';
import { randomNumbers } from '../random/random-numbers.js';
import { inOrder, type Scheduler } from './drive.js';
import { isAtRest } from './at-rest.js';
import type { Simulation } from './simulation.js';
import type { PortName, Step } from './steps.js';
import type { Life } from '../scheduling/virtual-time.js';
import type { World } from './world.js';

/**
 * One of the two moments of one call: by its number among all, which may shift a little from run to run, or among the
 * fences.
 */
export type Point = { readonly moment: Moment } & ({ readonly call: number } | { readonly fence: number });

/** Where a run was disturbed, in words. */
export const placeOf = ({ call, moment }: Step): string =>
  `${moment} call ${call.number} (${call.port}.${call.method} of ${call.life.name})`;

const hits = ({ call, moment }: Step, point: Point | undefined): boolean =>
  point !== undefined &&
  moment === point.moment &&
  ('fence' in point ? call.fence === point.fence : call.number === point.call);

/** In order, and at each step that is chosen something else happens instead. */
const disturbedWhere =
  (isChosen: (step: Step) => boolean, disturb: (simulation: Simulation, step: Step) => void): Scheduler =>
  async (simulation, ready) => {
    const [oldest] = ready;
    if (oldest === undefined || !isChosen(oldest)) return inOrder(simulation, ready);
    simulation.story.push(`disturbed ${placeOf(oldest)}`);
    disturb(simulation, oldest);
  };

/** The same at each of these points, one after another. */
const disturbedAt = (points: readonly Point[], disturb: (simulation: Simulation, step: Step) => void): Scheduler => {
  const left = [...points];
  return disturbedWhere((step) => {
    const isHit = hits(step, left[0]);
    if (isHit) left.shift();
    return isHit;
  }, disturb);
};

/** The process that makes the call dies there, each time. */
export const crashingAt = (...points: readonly Point[]): Scheduler =>
  disturbedAt(points, (simulation, { call }) => void simulation.kill(call.life));

const FAULTS: Readonly<Record<PortName, () => Error>> = {
  events: () => new EventStoreFault('outcome-unknown', 'the connection was reset'),
  bytes: () => new ByteStoreFault('outcome-unknown', 'the connection was reset'),
  documents: () => Object.assign(new Error('the connection was reset'), { code: 'store-unavailable', transient: true }),
  broker: () => new Error('the connection was reset'),
};

/** What a caller learns whose connection breaks. */
export const connectionFault = ({ call }: Step): Error => FAULTS[call.port]();

const breakConnection = (_simulation: Simulation, step: Step): void => step.fail(connectionFault(step));

/** The connection breaks there: what took effect before is not told from what did not. */
export const losingAt = (point: Point): Scheduler => disturbedAt([point], breakConnection);

/** The connection breaks when an object is read for the so-manieth time. */
export const losingRead = (number: number): Scheduler => {
  let reads = 0;
  const isRead = ({ call, moment }: Step): boolean =>
    call.port === 'bytes' && call.method === 'get' && moment === 'before';
  return disturbedWhere((step) => isRead(step) && ++reads === number, breakConnection);
};

/** Somebody outside of all processes, and what they do. */
export interface Visitor {
  readonly name: string;
  readonly visit: (dependencies: Dependencies) => Promise<void>;
}

/** Somebody comes there, and does what they do side by side with the processes. */
export const visitedAt = (point: Point, { name, visit }: Visitor): Scheduler =>
  disturbedAt([point], (simulation) => simulation.visit(name, visit));

/** The same, and the process whose call comes at the later point dies there. */
export const visitedAndCrashingAt = (point: Point, later: Point, visitor: Visitor): Scheduler => {
  const [visiting, crashing] = [visitedAt(point, visitor), crashingAt(later)];
  let hasCome = false;
  return async (simulation, ready) => {
    const said = simulation.story.length;
    await (hasCome ? crashing : visiting)(simulation, ready);
    hasCome ||= simulation.story.slice(said).some((line) => line.startsWith('disturbed'));
  };
};

/** Whether the client has what it asked for, or cannot have it, since it asks the very process that sleeps. */
const isServed = ({ lives, isServed: served }: Simulation, asleep: Life): boolean => served() || asleep === lives[0];

/** What somebody else does before a sleeper wakes; `pending` are the sleeper's calls that have not taken effect yet. */
export type Meanwhile = (world: World, pending: readonly Step[]) => Promise<void>;

/**
 * The process that makes the call falls asleep there. It wakes up when others have brought everything to an end, finds
 * its call as it left it, and goes on.
 */
export const sleepingAt = (
  point: Point,
  { meanwhile, visitor }: { readonly meanwhile?: Meanwhile; readonly visitor?: Visitor } = {},
): Scheduler => {
  let asleep: Life | null = null;
  let pending: readonly Step[] = [];
  const fallAsleep = disturbedAt([point], (simulation, { call }) => {
    const { steps } = simulation;
    if (visitor !== undefined) simulation.visit(visitor.name, visitor.visit);
    asleep = call.life;
    pending = steps.ready().filter((step) => step.call.life === asleep && step.moment === 'before');
    asleep.state = 'paused';
  });
  return async (simulation, ready) => {
    const mayWake = asleep !== null && ready.length === 0 && isServed(simulation, asleep);
    if (asleep !== null && mayWake && (await isAtRest(simulation.world))) {
      if (simulation.isServed()) await meanwhile?.(simulation.world, pending);
      asleep.state = 'running';
      asleep = null;
      simulation.story.push('the sleeper wakes');
      return;
    }
    await fallAsleep(simulation, ready);
  };
};

const takesOver = ({ call, moment }: Step): boolean =>
  moment === 'after' &&
  call.method === 'append' &&
  (call.args[1] as readonly Fact[]).some(
    ({ type }) => type === 'ImportLeaseReassigned' || type === 'ExportLeaseReassigned',
  );

/**
 * How often a timer fires although somebody could take a step: without that, who waits a moment waits to the end. The
 * more steps could be taken the less often, or those who look regularly would never be done with their looks.
 */
const TIME_PASSES = 0.2;
/** How far a worker may come with a job that it has taken over, in steps of all processes. */
const FAR = 120;

/**
 * The process that makes the call falls asleep there, and so do some of those that take its job over, each a little
 * later. When the last rival is at work all of them wake up, and chance says who takes the next step.
 */
export const rivalsFrom = (
  point: Point,
  { rivals, seed }: { readonly rivals: number; readonly seed: number },
): Scheduler => {
  const random = randomNumbers(seed);
  const sleepers: Life[] = [];
  let taker: Life | null = null;
  let stepsLeft = Infinity;
  let together = false;

  const wakeAll = (): void => {
    for (const life of sleepers) life.state = 'running';
    together = true;
  };
  const sleep = ({ story }: Simulation, life: Life): void => {
    story.push(`${life.name} falls asleep`);
    life.state = 'paused';
    sleepers.push(life);
  };
  const watch = (step: Step): void => {
    if (!takesOver(step)) return;
    taker = step.call.life;
    stepsLeft = Math.floor(random() * FAR);
  };
  const disturb = (simulation: Simulation): void => {
    stepsLeft = Infinity;
    if (taker === null || sleepers.length >= rivals) wakeAll();
    else sleep(simulation, taker);
  };
  return async (simulation, ready) => {
    const isLate = together && random() < TIME_PASSES / ready.length;
    const oldest = isLate ? undefined : ready[together ? Math.floor(random() * ready.length) : 0];
    if (oldest === undefined) {
      if (!together && sleepers.length > 0 && (await isAtRest(simulation.world))) wakeAll();
      else simulation.time.fireNext();
      return;
    }
    if (!together) watch(oldest);
    if (!together && sleepers.length === 0 && hits(oldest, point)) sleep(simulation, oldest.call.life);
    else if (!together && stepsLeft-- <= 0) disturb(simulation);
    else await oldest.take();
  };
};
