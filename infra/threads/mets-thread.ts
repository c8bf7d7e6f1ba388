import { parentPort } from 'node:worker_threads';
import type { MetsEdits } from '../../formats/mets/edit-mets.js';
import { keepMets, type OpenedMets } from '../../formats/mets/kept-mets.js';
import { doMetsTask, type MetsOrder, type MetsResult, type MetsTask } from '../../formats/mets/mets-work.js';
import { wholeBuffer } from '../../flow/thread-messages.js';
import { writeParsedMets, type WriteOrder, type WrittenMets } from '../../gateways/parsed-mets/write-parsed-mets.js';
import type { ThreadPool, ThreadReply } from './thread-pool.js';

interface TaskOrder {
  readonly kind: 'task';
  readonly task: MetsTask;
  /** Null for an edit of the METS that the thread keeps. */
  readonly bytes: Uint8Array | null;
  readonly order: MetsOrder<MetsTask>;
}

/** What the thread is asked for. The bytes are its own from then on. */
export type ThreadOrder = TaskOrder | (WriteOrder & { readonly kind: 'write' });

/** What it answers: to a task the first, to a write the second. */
export type ThreadResult = MetsResult<MetsTask> | WrittenMets;

/** Threads of this program, and what each keeps open. */
export type MetsThreadPool = ThreadPool<ThreadOrder, ThreadResult, OpenedMets>;

const mets = keepMets();

const doTask = ({ task, bytes, order }: TaskOrder): MetsResult<MetsTask> => {
  if (task === 'edit') return mets.edit(bytes, order as MetsEdits);
  if (bytes === null) throw new Error('only edits are made without bytes');
  return doMetsTask(task, bytes, order);
};

parentPort?.on('messageerror', (cause: unknown) => {
  throw new Error('an order cannot be read', { cause });
});
parentPort?.on('message', (order: ThreadOrder) => {
  const result = order.kind === 'task' ? doTask(order) : writeParsedMets(order);
  const reply: ThreadReply<ThreadResult, OpenedMets> = { result, kept: mets.kept() };
  parentPort?.postMessage(reply, result.ok && 'bytes' in result.value ? wholeBuffer(result.value.bytes) : []);
});
