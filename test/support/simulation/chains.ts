import { createHash } from 'node:crypto';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { isAtRest } from './at-rest.js';
import { drive, inOrder, LATE_MS, type Scheduler } from './drive.js';
import { outcomeFaults, versionsIn } from './outcome.js';
import {
  ended,
  failing,
  first,
  patiently,
  prepare,
  submit,
  update,
  type AcknowledgedImports,
  type Wish,
} from './scenarios.js';
import { randomNumbers } from '../random/random-numbers.js';
import { openSimulation } from './simulation.js';
import { randomFaults } from './random-faults.js';

const inGroup = (wish: Wish, group: string, name = wish.name): Wish => ({
  ...wish,
  group,
  name: `${name} of ${group}`,
});

/** Jobs of one group, one after another: each builds on the one before, whether that failed or not. */
const chainOf = (group: string): Wish[] => [
  inGroup(failing, group, 'failing first version'),
  inGroup(first, group),
  inGroup(failing, group, 'failing update'),
  inGroup(update, group),
];

/** Two groups below one container, whose jobs run side by side. */
const CHAINS: readonly (readonly Wish[])[] = [chainOf('letters/1911'), chainOf('letters/1912')];
const WISHES = CHAINS.flat();

/** Everything that a client wants of a chain, however often it is begun again. */
const follow = async (
  dependencies: Dependencies,
  chain: readonly Wish[],
  acknowledged: AcknowledgedImports,
): Promise<void> => {
  for (const wish of chain) {
    const known = acknowledged.get(wish.name);
    const job = known ?? (await patiently(async () => submit(dependencies, await prepare(dependencies, wish))));
    acknowledged.set(wish.name, job);
    await ended(dependencies, job.jobId);
  }
};

/** What a schedule came to. */
export interface ScheduleRun {
  readonly faults: readonly string[];
  readonly versions: readonly string[];
  readonly story: readonly string[];
  /** Of every step that was taken, in its order. */
  readonly trace: string;
}

const MINUTE = 60_000;

const run = async (
  seed: number,
  processes: number,
  { schedule, isClear }: { readonly schedule: Scheduler; readonly isClear: () => boolean },
): Promise<ScheduleRun> => {
  const acknowledged: AcknowledgedImports = new Map();
  const trace = createHash('sha256');
  const isServed = (): boolean => WISHES.every(({ name }) => acknowledged.has(name));
  const simulation = await openSimulation({
    seed,
    processes,
    isServed,
    async client(dependencies) {
      await Promise.all(CHAINS.map((chain) => follow(dependencies, chain, acknowledged)));
    },
  });
  const { world, story } = simulation;
  try {
    const isDone = async (): Promise<boolean> => isClear() && isServed() && (await isAtRest(world));
    const traced: Scheduler = (each, ready) => {
      trace.update(
        `${each.time.now()} ${ready.map(({ call, moment }) => `${call.number} ${call.method} ${moment}`).join()}\n`,
      );
      return schedule(each, ready);
    };
    await drive(simulation, { schedule: traced, isDone, withinMs: 240 * MINUTE, restMs: 2 * MINUTE, leapMs: LATE_MS });
    const faults = await outcomeFaults(world, WISHES, acknowledged);
    return { faults, versions: await versionsIn(world), story, trace: trace.digest('hex') };
  } finally {
    await simulation.end();
  }
};

/** One process, and nothing ever goes wrong. */
export const undisturbed = (): Promise<ScheduleRun> => run(0, 1, { schedule: inOrder, isClear: () => true });

/** How many steps are taken, on the average, before the shared records are lost again. */
const STEPS_BETWEEN_LOSSES = 2_000;

/** The same among two or three processes, where all shared records are lost besides, again and again until all is done. */
export const losingRecords = async (seed: number): Promise<ScheduleRun & { readonly losses: number }> => {
  const random = randomNumbers(seed);
  const faults = randomFaults(seed, Math.floor(seed / 2) % 5);
  let losses = 0;
  const losing: Scheduler = async (simulation, ready) => {
    if (ready.length > 0 && random() < 1 / STEPS_BETWEEN_LOSSES) {
      losses += 1;
      simulation.story.push(`${Math.round(simulation.time.now())} the shared records are lost`);
      await simulation.world.loseRecords();
    }
    await faults.schedule(simulation, ready);
  };
  return { ...(await run(seed, 2 + (seed % 2), { ...faults, schedule: losing })), losses };
};

/** The schedule that a seed stands for: one to three processes, and up to twenty mishaps. */
export const scheduleOf = (seed: number): Promise<ScheduleRun> =>
  run(seed, 1 + (seed % 3), randomFaults(seed, 1 + (Math.floor(seed / 3) % 20)));
