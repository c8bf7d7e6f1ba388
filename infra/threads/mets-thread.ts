import { parentPort } from 'node:worker_threads';
import type { MetsEdits } from '../../formats/mets/edit-mets.js';
import { keepMets, type OpenedMets } from '../../formats/mets/tasks/kept-mets.js';
import { doMetsTask, type MetsOrder, type MetsResult, type MetsTask } from '../../formats/mets/tasks/mets-work.js';
import { wholeBuffer } from '../../flow/thread-messages.js';
import { packLists, unpackLists, type PackedLists } from './packed-lists.js';
import { runToEnd } from '../../flow/slices.js';

/** What the thread is asked for. The bytes are its own from then on; null for an edit of the METS that it keeps. */
export interface ThreadOrder {
  readonly task: MetsTask;
  readonly bytes: Uint8Array | null;
  /** The MetsOrder of the task. */
  readonly order: PackedLists;
}

/** The MetsResult and what the thread keeps open, or what was thrown that nobody foresaw. */
export type ThreadMessage =
  { readonly result: PackedLists; readonly kept: OpenedMets | null } | { readonly broken: string };

const mets = keepMets();

const resultOf = ({ task, bytes, order: packed }: ThreadOrder): MetsResult<MetsTask> => {
  const order = runToEnd(unpackLists(packed)) as MetsOrder<MetsTask>;
  if (task === 'edit') return mets.edit(bytes, order as MetsEdits);
  if (bytes === null) throw new Error('only edits are made without bytes');
  return doMetsTask(task, bytes, order);
};

const answerTo = (order: ThreadOrder): ThreadMessage => {
  try {
    return { result: runToEnd(packLists(resultOf(order))), kept: mets.kept() };
  } catch (error) {
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

parentPort?.on('messageerror', (error: Error) => {
  parentPort?.postMessage({ broken: `an order cannot be read: ${error.message}` } satisfies ThreadMessage);
});
parentPort?.on('message', (order: ThreadOrder) => {
  const message = answerTo(order);
  parentPort?.postMessage(message, 'result' in message ? wholeBuffer(message.result.rest['bytes']) : []);
});
