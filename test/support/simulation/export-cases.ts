import { sleepingAt, type Meanwhile, type Point } from './schedulers.js';
import { inOrder, type Scheduler } from './drive.js';
import { changeFiles, exportedFiles, exportFaults, type Changes } from './export-outcome.js';
import {
  deleteAtOnce,
  importsBefore,
  prepareDestination,
  requestOf,
  type ExportAnswer,
  type ExportWish,
} from './export-scenarios.js';
import { ended, prepare, submit } from './scenarios.js';
import { ALONE, runTrial, type Setting, type Trace } from './trial.js';
import { pastOf, type Past } from './world.js';

/** An export about to be asked for, and how it ends when nothing comes between. */
export interface ExportCase {
  readonly setting: Setting;
  readonly wish: ExportWish;
  /** The world before the request. */
  readonly past: Past;
  /** The deposit whose workspace the export goes to; null where there is none before it. */
  readonly destination: string | null;
  readonly mets: string | null;
  readonly calls: Trace['calls'];
  readonly fences: number;
}

export interface ExportRun extends Trace {
  readonly faults: readonly string[];
  /** Without what differs from run to run; null where there is none. */
  readonly mets: string | null;
}

/** By then every follower has written down its place. */
const SETTLED_MS = 2_000;
const MINUTE = 60_000;

const pastOfWish = async (wish: ExportWish): Promise<Pick<ExportCase, 'past' | 'destination'>> => {
  let destination: string | null = null;
  let isReady = false;
  return runTrial(
    {
      setting: ALONE,
      schedule: inOrder,
      restMs: MINUTE,
      isServed: () => isReady,
      async client(dependencies) {
        for (const each of importsBefore(wish)) {
          const { jobId } = await submit(dependencies, await prepare(dependencies, each));
          await ended(dependencies, jobId);
        }
        destination = await prepareDestination(dependencies, wish);
        isReady = true;
      },
    },
    async (world) => ({ past: await pastOf(world), destination }),
  );
};

export interface ExportRunOptions {
  readonly schedule: Scheduler;
  /** What the owner of the deposit does after the export; filled by the scheduler. */
  readonly changes?: Changes;
  readonly restMs?: number;
  readonly leapMs?: number;
}

/** Asks for the export of a case and lets a scheduler see it through; answers when all is at rest. */
export const runExportCase = async (
  { setting, wish, past, destination }: Pick<ExportCase, 'setting' | 'wish' | 'past' | 'destination'>,
  { schedule, changes = new Map(), restMs = 2 * MINUTE, leapMs = 0 }: ExportRunOptions,
): Promise<ExportRun> => {
  let answer: ExportAnswer | null = null;
  let isServed = false;
  return runTrial(
    {
      setting,
      past,
      schedule,
      restMs,
      leapMs,
      isServed: () => isServed,
      async client(dependencies) {
        answer ??= await requestOf(dependencies, wish, destination);
        if (wish.deletes && answer.depositId !== null) await deleteAtOnce(dependencies, answer.depositId);
        isServed = true;
      },
    },
    async (world) => {
      if (answer === null) throw new Error('nothing was answered');
      const files = await exportedFiles(world, answer);
      return { faults: await exportFaults(world, wish, answer, changes), mets: files.get('mets.xml') ?? null };
    },
  );
};

export const exportCaseOf = async (wish: ExportWish, setting = ALONE): Promise<ExportCase> => {
  const { past, destination } = await pastOfWish(wish);
  // A deletion is swept a second time later.
  const undisturbed = { schedule: inOrder, restMs: SETTLED_MS };
  const { faults, mets, calls, fences, story } = await runExportCase({ setting, wish, past, destination }, undisturbed);
  if (faults.length > 0) throw new Error(`the export goes wrong by itself: ${[...faults, ...story].join('\n')}`);
  return { setting, wish, past, destination, mets, calls, fences };
};

/** What is wrong with a run of a case, compared with one that nothing disturbed. */
export const exportDifferences = ({ mets }: ExportCase, run: ExportRun): string[] => [
  ...run.faults,
  ...(run.mets === mets ? [] : [`the METS is ${run.mets ?? 'missing'}, not ${mets ?? 'missing'}`]),
];

/**
 * A worker sleeps at a point until others have ended the export, and its owner has changed the files; answers null where
 * it slept with a copy under way, which nothing could keep from arriving late.
 */
export const runWithChanges = async (known: ExportCase, point: Point): Promise<ExportRun | null> => {
  const changes = new Map<string, string | null>();
  const slept = { isUnderWay: false };
  const meanwhile: Meanwhile = async (world, pending) => {
    slept.isUnderWay = pending.some(({ call }) => call.method === 'copy');
    if (!slept.isUnderWay) await changeFiles(world, changes);
  };
  const schedule = sleepingAt(point, { meanwhile });
  const run = await runExportCase(known, { schedule, changes });
  return slept.isUnderWay ? null : run;
};
