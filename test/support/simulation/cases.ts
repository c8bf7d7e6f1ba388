import { drive, inOrder, type Director } from './drive.js';
import { isAtRest, keysIn, outcomeFaults, versionsIn } from './outcome.js';
import { ended, patiently, prepare, submit, type Acknowledged, type Prepared, type Wish } from './scenarios.js';
import { openSimulation, type Simulation } from './simulation.js';
import { pastOf, type Past } from './world.js';

/** Who works, and on what. */
export interface Setting {
  readonly processes: number;
  readonly keepsConditions: boolean;
}

const ALONE: Setting = { processes: 1, keepsConditions: true };

/** A job about to be submitted, and how it ends when nothing comes between. */
export interface Case {
  readonly setting: Setting;
  readonly wish: Wish;
  readonly prepared: Prepared;
  /** The world before the job. */
  readonly past: Past;
  readonly jobId: string;
  /** See `versionsIn` and `keysIn`. */
  readonly versions: readonly string[];
  readonly keys: readonly string[];
  /** The numbers of its calls. */
  readonly calls: Run['calls'];
  /** How many fences it passes. */
  readonly fences: number;
}

const MINUTE = 60_000;
/** By then every follower has written down its place. */
const SETTLED_MS = 2_000;

/** A world in which these wishes came true, and the last one is prepared. */
const pastWith = async (wishes: readonly Wish[]): Promise<{ past: Past; prepared: Prepared }> => {
  let prepared: Prepared | undefined;
  const simulation = await openSimulation({
    seed: 1,
    ...ALONE,
    isServed: () => prepared?.wish === wishes.at(-1),
    async client(dependencies) {
      for (const [index, wish] of wishes.entries()) {
        prepared = await prepare(dependencies, wish);
        if (index === wishes.length - 1) return;
        const { jobId } = await submit(dependencies, prepared);
        await ended(dependencies, jobId);
      }
    },
  });
  try {
    const isDone = (): Promise<boolean> => Promise.resolve(simulation.isServed());
    await drive(simulation, { direct: inOrder, isDone, withinMs: 10 * MINUTE, restMs: MINUTE });
    if (prepared === undefined) throw new Error('nothing was prepared');
    return { past: await pastOf(simulation.world), prepared };
  } finally {
    await simulation.end();
  }
};

/** What a run of a case came to. */
export interface Run {
  readonly acknowledged: Acknowledged;
  readonly faults: readonly string[];
  readonly versions: readonly string[];
  readonly keys: readonly string[];
  /** The numbers of the first call of the request and of the last call of all. */
  readonly calls: { readonly first: number; readonly last: number };
  /** How many fences it passes. */
  readonly fences: number;
  readonly story: readonly string[];
}

export interface RunOptions {
  readonly direct: Director;
  /** What is asked for when the job has ended. */
  readonly next?: Wish;
  readonly restMs?: number;
  readonly leapMs?: number;
}

/** Submits the job of a case and lets a director see it through; answers when all is at rest. */
export const runCase = async (
  { setting, wish, prepared, past }: Pick<Case, 'setting' | 'wish' | 'prepared' | 'past'>,
  { direct, next, restMs = 2 * MINUTE, leapMs = 0 }: RunOptions,
): Promise<Run> => {
  const acknowledged: Acknowledged = new Map();
  const wishes = next === undefined ? [wish] : [wish, next];
  let firstCall: number | undefined;
  const simulation: Simulation = await openSimulation({
    seed: 1,
    ...setting,
    past,
    isServed: () => wishes.every(({ name }) => acknowledged.has(name)),
    async client(dependencies) {
      firstCall ??= simulation.steps.count() + 1;
      const job = acknowledged.get(wish.name) ?? (await submit(dependencies, prepared));
      acknowledged.set(wish.name, job);
      if (next === undefined || acknowledged.has(next.name)) return;
      await ended(dependencies, job.jobId);
      const nextJob = await patiently(async () => submit(dependencies, await prepare(dependencies, next)));
      acknowledged.set(next.name, nextJob);
    },
  });
  const { world, steps, story } = simulation;
  try {
    const isDone = async (): Promise<boolean> =>
      simulation.isServed() && simulation.lives.every(({ state }) => state === 'running') && (await isAtRest(world));
    await drive(simulation, { direct, isDone, withinMs: 20 * MINUTE, restMs, leapMs });
    const faults = await outcomeFaults(world, wishes, acknowledged);
    const [versions, keys] = [await versionsIn(world), await keysIn(world)];
    const calls = { first: firstCall ?? 1, last: steps.count() };
    return { acknowledged, faults, versions, keys, calls, fences: steps.fences(), story };
  } finally {
    await simulation.end();
  }
};

/** The case of the last of these wishes, after the others came true. */
export const caseOf = async (wishes: readonly Wish[], setting = ALONE): Promise<Case> => {
  const { past, prepared } = await pastWith(wishes);
  const { wish } = prepared;
  const undisturbed = { direct: inOrder, restMs: SETTLED_MS };
  const { acknowledged, faults, ...found } = await runCase({ setting, wish, prepared, past }, undisturbed);
  if (faults.length > 0) throw new Error(`${wish.name} goes wrong by itself: ${faults.join('; ')}`);
  const { versions, keys, calls, fences } = found;
  const jobId = acknowledged.get(wish.name)?.jobId ?? '';
  return { setting, wish, prepared, past, jobId, versions, keys, calls, fences };
};

/** What is wrong with a run of a case, compared with one that nothing disturbed. */
export const differences = ({ wish, jobId, versions, keys }: Case, run: Run): string[] => {
  // A plan that died before its admission is passed by, and its job id with it; that id stands in the inventory.
  const isSame = run.acknowledged.get(wish.name)?.jobId === jobId;
  const wanted = isSame ? keys : versions;
  const found = isSame ? run.keys : run.versions;
  return [
    ...run.faults,
    ...wanted.filter((each) => !found.includes(each)).map((each) => `lacks ${each}`),
    ...found.filter((each) => !wanted.includes(each)).map((each) => `has ${each}`),
  ];
};
