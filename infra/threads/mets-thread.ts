import { parentPort } from 'node:worker_threads';
import type { MetsEdits } from '../../formats/mets/edit-mets.js';
import { keepMets, type OpenedMets } from '../../formats/mets/tasks/kept-mets.js';
import { doMetsTask, type MetsOrder, type MetsResult, type MetsTask } from '../../formats/mets/tasks/mets-work.js';
import { wholeBuffer } from '../../flow/thread-messages.js';
import { writeParsedMets, type WriteOrder } from '../../gateways/parsed-mets/write-parsed-mets.js';
import { packLists, unpackLists, type PackedLists } from './packed-lists.js';
import { runToEnd } from '../../flow/slices.js';
import type { ThreadPool, ThreadReply } from './thread-pool.js';
import { success, type Result } from '../../flow/result.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';

interface TaskOrder {
  readonly kind: 'task';
  readonly task: MetsTask;
  /** Null for an edit of the METS that the thread keeps. */
  readonly bytes: Uint8Array | null;
  /** The MetsOrder of the task. */
  readonly order: PackedLists;
}

/** What the thread is asked for: its answers are packed MetsResult and WrittenMets. The bytes are its own from then on. */
export type ThreadOrder = TaskOrder | (WriteOrder & { readonly kind: 'write' });

/** A result whose value is packed. */
export type PackedResult = Result<PackedLists, MetsFailure>;

/** Threads of this program, and what each keeps open. */
export type MetsThreadPool = ThreadPool<ThreadOrder, PackedResult, OpenedMets>;

const mets = keepMets();

const doTask = ({ task, bytes, order: packed }: TaskOrder): MetsResult<MetsTask> => {
  const order = runToEnd(unpackLists(packed)) as MetsOrder<MetsTask>;
  if (task === 'edit') return mets.edit(bytes, order as MetsEdits);
  if (bytes === null) throw new Error('only edits are made without bytes');
  return doMetsTask(task, bytes, order);
};

/** The memory of a result's bytes that this thread gives away: it is the thread's own, and holds nothing else. */
const ownMemory = (bytes: unknown): ArrayBuffer[] => (Array.isArray(bytes) ? bytes : [bytes]).flatMap(wholeBuffer);

parentPort?.on('messageerror', (cause: unknown) => {
  throw new Error('an order cannot be read', { cause });
});
parentPort?.on('message', (order: ThreadOrder) => {
  const done = order.kind === 'task' ? doTask(order) : writeParsedMets(order);
  const result = done.ok ? success(runToEnd(packLists(done.value))) : done;
  const reply: ThreadReply<PackedResult, OpenedMets> = { result, kept: mets.kept() };
  parentPort?.postMessage(reply, result.ok ? ownMemory(result.value.rest['bytes']) : []);
});
