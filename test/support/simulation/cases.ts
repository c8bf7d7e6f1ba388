import type { Dependencies } from '../../../commands/core/dependencies.js';
import { inOrder, type Scheduler } from './drive.js';
import { keysIn, outcomeFaults, versionsIn } from './outcome.js';
import {
  ended,
  patiently,
  prepare,
  submit,
  type AcknowledgedImports,
  type PreparedDeposit,
  type Wish,
} from './scenarios.js';
import { ALONE, runTrial, type Setting, type Trace } from './trial.js';
import { pastOf, type Past, type World } from './world.js';

/** A job about to be submitted, and how it ends when nothing comes between. */
export interface Case {
  readonly setting: Setting;
  readonly wish: Wish;
  readonly prepared: PreparedDeposit;
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
export const SETTLED_MS = 2_000;

/** A world in which these wishes came true, and the last one is prepared. */
const pastWith = async (wishes: readonly Wish[]): Promise<{ past: Past; prepared: PreparedDeposit }> => {
  let prepared: PreparedDeposit | undefined;
  const { past } = await runTrial(
    {
      setting: ALONE,
      schedule: inOrder,
      restMs: MINUTE,
      isServed: () => prepared?.wish === wishes.at(-1),
      async client(dependencies) {
        for (const [index, wish] of wishes.entries()) {
          prepared = await prepare(dependencies, wish);
          if (index === wishes.length - 1) return;
          const { jobId } = await submit(dependencies, prepared);
          await ended(dependencies, jobId);
        }
      },
    },
    async (world) => ({ past: await pastOf(world) }),
  );
  if (prepared === undefined) throw new Error('nothing was prepared');
  return { past, prepared };
};

/** What a run of a case came to. */
export interface Run extends Trace {
  readonly acknowledged: AcknowledgedImports;
  readonly faults: readonly string[];
  readonly versions: readonly string[];
  readonly keys: readonly string[];
}

export interface RunOptions {
  readonly schedule: Scheduler;
  /** What is asked for when the job has ended. */
  readonly next?: Wish;
  /** How the wishes are to have ended, where it depends on the run. */
  readonly ends?: (world: World) => Promise<Wish['ends']>;
  readonly restMs?: number;
  readonly leapMs?: number;
}

/** Submits the job of a case and lets a scheduler see it through; answers when all is at rest. */
export const runCase = async (
  { setting, wish, prepared, past }: Pick<Case, 'setting' | 'wish' | 'prepared' | 'past'>,
  { schedule, next, ends, restMs = 2 * MINUTE, leapMs = 0 }: RunOptions,
): Promise<Run> => {
  const acknowledged: AcknowledgedImports = new Map();
  const wishes = next === undefined ? [wish] : [wish, next];
  const client = async (dependencies: Dependencies): Promise<void> => {
    const job = acknowledged.get(wish.name) ?? (await submit(dependencies, prepared));
    acknowledged.set(wish.name, job);
    if (next === undefined || acknowledged.has(next.name)) return;
    await ended(dependencies, job.jobId);
    const nextJob = await patiently(async () => submit(dependencies, await prepare(dependencies, next)));
    acknowledged.set(next.name, nextJob);
  };
  const wanted = async (world: World): Promise<readonly Wish[]> => {
    if (ends === undefined) return wishes;
    const end = await ends(world);
    return wishes.map((each) => ({ ...each, ends: end }));
  };
  const isServed = (): boolean => wishes.every(({ name }) => acknowledged.has(name));
  return runTrial({ setting, past, client, isServed, schedule, restMs, leapMs }, async (world) => ({
    acknowledged,
    faults: await outcomeFaults(world, await wanted(world), acknowledged),
    versions: await versionsIn(world),
    keys: await keysIn(world),
  }));
};

/** The case of the last of these wishes, after the others came true. */
export const caseOf = async (wishes: readonly Wish[], setting = ALONE): Promise<Case> => {
  const { past, prepared } = await pastWith(wishes);
  const { wish } = prepared;
  const undisturbed = { schedule: inOrder, restMs: SETTLED_MS };
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
