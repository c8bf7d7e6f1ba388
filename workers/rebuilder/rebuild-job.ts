import type { Position } from '../../events/envelope.js';
import { percentOfLog } from '../../events/log-share.js';
import type { PlatformJobRequest, PlatformJobSummary } from '../../events/platform-job.js';
import { allOrNone } from '../../flow/all-or-none.js';
import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';
import type { DocumentStore, RegisteredGeneration, ViewRegister } from '../../projections/documents.js';
import { isComplete, liveOf } from '../../projections/live-generation.js';
import { countedViews } from '../../projections/read-models.js';
import { requestRebuild } from '../../projections/rebuild.js';
import type { JobOutput } from '../job-output.js';

type RebuildRequest = Extract<PlatformJobRequest, { kind: 'rebuild' }>['parameters'];

/** What a rebuild uses; the projectors do the work, in any process. */
export interface RebuildDependencies {
  readonly documents: DocumentStore;
  /** Where the job was requested: a generation that was begun later is as new as was asked for. */
  readonly since: Position;
}

/** How often the register of the view is read. */
const LOOKS = { firstMs: 20, capMs: 500, growth: 1.5, jitter: 'none' } as const;

/** Whether a rebuild was requested that no generation was begun for yet. */
const isPending = ({ generations, rebuildRequests }: ViewRegister): boolean =>
  generations.every((each) => each.rebuildRequests < rebuildRequests);

const isBegunSince = ({ end = null }: RegisteredGeneration, since: Position): boolean => end !== null && end >= since;

/**
 * Has one view built anew, and waits until readers use the new documents. A generation that was begun since the job was
 * requested counts, so that a worker that takes the job over asks for no other.
 */
const rebuildView = async (
  { documents, since }: RebuildDependencies,
  name: string,
  progressed: (generation: RegisteredGeneration | null) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (let looks = 0; ; looks++) {
    signal.throwIfAborted();
    const register = await documents.register(name);
    const live = liveOf(register);
    if (live !== null && isBegunSince(live, since) && isComplete(live)) return;
    const begun = register.generations.findLast((each) => isBegunSince(each, since)) ?? null;
    progressed(begun);
    if (begun === null && !isPending(register)) await requestRebuild(documents, name);
    await pause(backOffMs(looks, LOOKS), signal);
  }
};

/** How much of the log a generation has read, in per cent; 0 where there is none. */
const shareOf = (generation: RegisteredGeneration | null): number =>
  generation === null ? 0 : percentOfLog(generation.position, generation.end ?? null);

/**
 * Carries out a rebuild of read models as a job, all of them at once, as after the loss of their store. Stops with the
 * reason of the signal; the projectors finish what they have begun. Rejects with the faults of the store.
 */
export const workRebuild = async (
  dependencies: RebuildDependencies,
  { view }: RebuildRequest,
  output: JobOutput,
  signal: AbortSignal,
): Promise<PlatformJobSummary> => {
  const names = view === null ? countedViews.map(({ name }) => name) : [view];
  const ofFiles = names.length;
  const shares = new Map(names.map((name) => [name, 0]));
  let files = 0;
  const progressed = (): void => {
    const step = `${Math.min(100, ...shares.values())} % of the event log is read`;
    output.progress({ step, files, ofFiles });
  };
  const rebuild = async (name: string, over: AbortSignal): Promise<void> => {
    const told = (generation: RegisteredGeneration | null): void => {
      shares.set(name, shareOf(generation));
      progressed();
    };
    await rebuildView(dependencies, name, told, over);
    files++;
    shares.delete(name);
    progressed();
  };
  const failed = new AbortController();
  const over = AbortSignal.any([signal, failed.signal]);
  await allOrNone(
    names.map((name) => rebuild(name, over)),
    (failure) => failed.abort(failure),
  );
  return { views: names.length };
};
