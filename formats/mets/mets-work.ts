import { editMets } from './edit-mets.js';
import { filesInMets } from './files-in-mets.js';
import { kindsInMets } from './kinds-in-mets.js';
import { mediaInMets } from './media-in-mets.js';
import { normaliseMets } from './normalise-mets.js';
import { outlineMets } from './outline-mets.js';
import { wholeDescription } from './describe-mets.js';
import { treeInMets } from './tree-in-mets.js';

/**
 * The tasks on a whole METS. Each takes bytes and plain data and gives plain data, so that it can run in any thread. A
 * property `bytes` of a result is handed from thread to thread, not copied.
 */
const TASKS = {
  edit: editMets,
  kinds: kindsInMets,
  normalise: normaliseMets,
  outline: outlineMets,
  describe: wholeDescription,
  media: mediaInMets,
  files: filesInMets,
  tree: treeInMets,
} as const;

export type MetsTask = keyof typeof TASKS;
export type MetsOrder<T extends MetsTask> = Parameters<(typeof TASKS)[T]>[1];
export type MetsResult<T extends MetsTask> = ReturnType<(typeof TASKS)[T]>;

/** The METS of a task. It is read at most once, and only when needed. */
export interface MetsSource {
  /** In bytes. */
  readonly size: number;
  /** Lower-case hex; null where it is not known without reading. */
  readonly sha256: string | null;
  /** All bytes; the caller owns them. */
  readonly read: () => Promise<Buffer>;
}

/** A METS that was read already. The bytes cannot be used after the task: they may be transferred to another thread. */
export const readSource = (bytes: Buffer): MetsSource => ({
  size: bytes.length,
  sha256: null,
  read: () => Promise.resolve(bytes),
});

/**
 * Runs one task, in a turn of the holder where turns are few. Rejects with MetsWorkFault, or with the error of reading
 * the source.
 */
export type MetsWork = <T extends MetsTask>(
  task: T,
  source: MetsSource,
  order: MetsOrder<T>,
  holder: string,
) => Promise<MetsResult<T>>;

/** Runs a task synchronously. */
export const doMetsTask = <T extends MetsTask>(task: T, bytes: Uint8Array, order: MetsOrder<T>): MetsResult<T> => {
  const run = TASKS[task] as (bytes: Uint8Array, order: MetsOrder<T>) => MetsResult<T>;
  return run(bytes, order);
};

/** Runs every task in the calling thread: for small documents, and where blocking is acceptable. */
export const workInline = async <T extends MetsTask>(
  task: T,
  source: MetsSource,
  order: MetsOrder<T>,
): Promise<MetsResult<T>> => doMetsTask(task, await source.read(), order);

/** A task failed for a reason outside the document and the task's arguments; it may be retried. */
export class MetsWorkFault extends Error {
  override name = 'MetsWorkFault';
  readonly code = 'mets-thread-ended';
  readonly transient = true;
}
