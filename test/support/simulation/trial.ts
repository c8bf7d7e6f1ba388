import type { Dependencies } from '../../../commands/core/dependencies.js';
import { drive, type Scheduler } from './drive.js';
import { isAtRest } from './at-rest.js';
import { openSimulation } from './simulation.js';
import type { Past, World } from './world.js';

/** Who works, and on what. */
export interface Setting {
  readonly processes: number;
  readonly keepsConditions: boolean;
}

export const ALONE: Setting = { processes: 1, keepsConditions: true };

const MINUTE = 60_000;

/** One client's request, and what happens until all that follows from it is at rest. */
export interface Trial {
  readonly setting: Setting;
  readonly past?: Past;
  /** Asks of the first process, and of each that follows it. */
  readonly client: (dependencies: Dependencies) => Promise<void>;
  /** Whether the client has what it wants. */
  readonly isServed: () => boolean;
  readonly schedule: Scheduler;
  readonly restMs: number;
  readonly leapMs?: number;
}

/** How a trial came to its end. */
export interface Trace {
  /** The numbers of the first call of the request and of the last call of all. */
  readonly calls: { readonly first: number; readonly last: number };
  /** How many fences it passed. */
  readonly fences: number;
  /** What happened, a line each. */
  readonly story: readonly string[];
}

/** Lets a scheduler see a client's request through; answers what the world is then said to be. */
export const runTrial = async <T extends object>(
  { setting, past, client, isServed, schedule, restMs, leapMs = 0 }: Trial,
  look: (world: World) => Promise<T>,
): Promise<T & Trace> => {
  let firstCall: number | undefined;
  const simulation = await openSimulation({
    seed: 1,
    ...setting,
    ...(past === undefined ? {} : { past }),
    isServed,
    async client(dependencies) {
      firstCall ??= simulation.steps.count() + 1;
      await client(dependencies);
    },
  });
  const { world, steps, story } = simulation;
  try {
    const isDone = async (): Promise<boolean> =>
      simulation.isServed() && simulation.lives.every(({ state }) => state === 'running') && (await isAtRest(world));
    await drive(simulation, { schedule, isDone, withinMs: 20 * MINUTE, restMs, leapMs });
    const found = await look(world);
    return { ...found, calls: { first: firstCall ?? 1, last: steps.count() }, fences: steps.fences(), story };
  } finally {
    await simulation.end();
  }
};
