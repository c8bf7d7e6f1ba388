import { editMets } from './edit-mets.js';
import { kindsInMets } from './kinds-in-mets.js';
import { normaliseMets } from './normalise-mets.js';
import { outlineMets } from './outline-mets.js';
import { wholeDescription } from './whole-description.js';

/**
 * What is done with a whole METS, each from bytes and plain data to plain data, so that it may be done in this thread or
 * in another. Whatever of a result is called `bytes` is handed over, not copied.
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

/** `source` are the bytes that were given, wherever they have been; none where they were too many for the memory. */
export interface MetsAnswer<T extends MetsTask> {
  readonly result: MetsResult<T>;
  readonly source: Buffer;
}

/**
 * Does one task. The bytes are lent: until `source` comes back they must not be touched, and afterwards only `source`
 * may be. Rejects with MetsWorkFault.
 */
export type MetsWork = <T extends MetsTask>(task: T, bytes: Buffer, order: MetsOrder<T>) => Promise<MetsAnswer<T>>;

/** Does a task here and now. */
export const doMetsTask = <T extends MetsTask>(task: T, bytes: Uint8Array, order: MetsOrder<T>): MetsResult<T> => {
  const run = TASKS[task] as (bytes: Uint8Array, order: MetsOrder<T>) => MetsResult<T>;
  return run(bytes, order);
};

/** Does every task in the thread that asks: for what is small, and where nobody else waits. */
export const workInline: MetsWork = (task, bytes, order) =>
  new Promise((resolve) => {
    resolve({ result: doMetsTask(task, bytes, order), source: bytes });
  });

/** Something other than the document or the order kept a task from its end; it may be tried again. */
export class MetsWorkFault extends Error {
  override name = 'MetsWorkFault';
  readonly code = 'mets-thread-ended';
  readonly transient = true;
}
