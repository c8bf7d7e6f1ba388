import { parentPort, type MessagePort } from 'node:worker_threads';
import type { MetsEdits } from '../../formats/mets/edit-mets.js';
import { keepMets, type OpenedMets } from '../../formats/mets/kept-mets.js';
import {
  doMetsDescription,
  doMetsEdit,
  type DescribeTask,
  type EditTask,
  type MetsOrder,
  type MetsResult,
  type MetsTask,
} from '../../formats/mets/mets-work.js';
import { wholeBuffer } from '../../flow/thread-messages.js';
import { writeParsedMets, type WriteOrder, type WrittenMets } from '../../gateways/parsed-mets/write-parsed-mets.js';
import { piecesFrom } from './pieces-to-thread.js';
import type { ThreadPool, ThreadReply } from './thread-pool.js';

interface EditOrder {
  readonly kind: 'edit';
  readonly task: EditTask;
  /** The thread's own from then on; null for an edit of the METS that the thread keeps. */
  readonly bytes: Uint8Array | null;
  readonly order: MetsOrder<EditTask>;
}

interface DescribeOrder {
  readonly kind: 'describe';
  readonly task: DescribeTask;
  /** Gives the bytes (`withPieces`). */
  readonly pieces: MessagePort;
  readonly order: MetsOrder<DescribeTask>;
}

/** What the thread is asked for. */
export type ThreadOrder =
  EditOrder | DescribeOrder | { readonly kind: 'write'; readonly order: WriteOrder; readonly pieces: MessagePort };

/** What it answers: to a task the first, to a write the second. */
export type ThreadResult = MetsResult<MetsTask> | WrittenMets;

/** Threads of this program, and what each keeps open. */
export type MetsThreadPool = ThreadPool<ThreadOrder, ThreadResult, OpenedMets>;

const mets = keepMets();

const edited = ({ task, bytes, order }: EditOrder): MetsResult<EditTask> => {
  if (task === 'edit') return mets.edit(bytes, order as MetsEdits);
  if (bytes === null) throw new Error('only edits are made without bytes');
  return doMetsEdit(task, bytes, order);
};

const done = (order: ThreadOrder): ThreadResult | Promise<ThreadResult> => {
  switch (order.kind) {
    case 'edit':
      return edited(order);
    case 'describe':
      return doMetsDescription(order.task, piecesFrom(order.pieces), order.order);
    case 'write':
      return writeParsedMets(piecesFrom(order.pieces), order.order);
  }
};

const answer = async (order: ThreadOrder): Promise<void> => {
  const result = await done(order);
  const reply: ThreadReply<ThreadResult, OpenedMets> = { result, kept: mets.kept() };
  parentPort?.postMessage(reply, result.ok && 'bytes' in result.value ? wholeBuffer(result.value.bytes) : []);
};

parentPort?.on('messageerror', (cause: unknown) => {
  throw new Error('an order cannot be read', { cause });
});
// What it rejects with ends the thread, as what a handler throws.
parentPort?.on('message', (order: ThreadOrder) => void answer(order));
