import { editMets } from '../edit-mets.js';
import { kindsInMets } from './kinds-in-mets.js';
import { normaliseMets } from '../normalise-mets.js';
import { outlineMets } from '../outline-mets.js';
import { wholeDescription } from '../describe-mets.js';

/**
 * The tasks on a whole METS, each from bytes and plain data to plain data, so that this thread or another can do it. What
 * is called `bytes` in a result is transferred to the other thread, not copied.
 */
const TASKS = {
  edit: editMets,
  kinds: kindsInMets,
  normalise: normaliseMets,
  outline: outlineMets,
  describe: wholeDescription,
} as const;

export type MetsTask = keyof typeof TASKS;
export type MetsOrder<T extends MetsTask> = Parameters<(typeof TASKS)[T]>[1];
export type MetsResult<T extends MetsTask> = ReturnType<(typeof TASKS)[T]>;

/** The METS that a task is for. It is read at most once, and only where that is needed. */
export interface MetsSource {
  /** In bytes. */
  readonly size: number;
  /** Lower-case hex; null where only reading would tell. */
  readonly sha256: string | null;
  /** All bytes, which are the reader's own afterwards. */
  readonly read: () => Promise<Buffer>;
}

/** A METS that was read already. The bytes cannot be used after the task: another thread may have taken them. */
export const readSource = (bytes: Buffer): MetsSource => ({
  size: bytes.length,
  sha256: null,
  read: () => Promise.resolve(bytes),
});

/** Does one task. Rejects with MetsWorkFault, or with what reading the source rejects with. */
export type MetsWork = <T extends MetsTask>(task: T, source: MetsSource, order: MetsOrder<T>) => Promise<MetsResult<T>>;

/** Does a task here and now. */
export const doMetsTask = <T extends MetsTask>(task: T, bytes: Uint8Array, order: MetsOrder<T>): MetsResult<T> => {
  const run = TASKS[task] as (bytes: Uint8Array, order: MetsOrder<T>) => MetsResult<T>;
  return run(bytes, order);
};

/** Does every task in the thread that asks: for what is small, and where nobody else waits. */
export const workInline: MetsWork = async (task, source, order) => doMetsTask(task, await source.read(), order);

/** A task failed for another reason than the document or the order; it may be tried again. */
export class MetsWorkFault extends Error {
  override name = 'MetsWorkFault';
  readonly code = 'mets-thread-ended';
  readonly transient = true;
}
