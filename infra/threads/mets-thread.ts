import { parentPort } from 'node:worker_threads';
import type { MetsEdits } from '../../formats/mets/edit-mets.js';
import { keepMets, type OpenedMets } from '../../formats/mets/tasks/kept-mets.js';
import { doMetsTask, type MetsOrder, type MetsResult, type MetsTask } from '../../formats/mets/tasks/mets-work.js';
import { wholeBuffer } from '../../flow/thread-messages.js';
import { packLists, unpackLists, type PackedLists } from './packed-lists.js';
import { runToEnd } from '../../flow/slices.js';
import type { ThreadReply } from './thread-pool.js';

/** What the thread is asked for. The bytes are its own from then on; null for an edit of the METS that it keeps. */
export interface ThreadOrder {
  readonly task: MetsTask;
  readonly bytes: Uint8Array | null;
  /** The MetsOrder of the task. */
  readonly order: PackedLists;
}

const mets = keepMets();

const resultOf = ({ task, bytes, order: packed }: ThreadOrder): MetsResult<MetsTask> => {
  const order = runToEnd(unpackLists(packed)) as MetsOrder<MetsTask>;
  if (task === 'edit') return mets.edit(bytes, order as MetsEdits);
  if (bytes === null) throw new Error('only edits are made without bytes');
  return doMetsTask(task, bytes, order);
};

parentPort?.on('messageerror', (cause: unknown) => {
  throw new Error('an order cannot be read', { cause });
});
parentPort?.on('message', (order: ThreadOrder) => {
  const result = runToEnd(packLists(resultOf(order)));
  const reply: ThreadReply<PackedLists, OpenedMets> = { result, kept: mets.kept() };
  parentPort?.postMessage(reply, wholeBuffer(result.rest['bytes']));
});
