import { parentPort } from 'node:worker_threads';
import { codeOf } from '../../../../flow/error-code.js';
import { copier, type CopyOrder, type CopyResult } from './copy-order.js';

/** Copies files until it is terminated; answers each message, some orders, with one CopyReply for each, in their order. */
export type CopyReply =
  | { readonly ok: true; readonly result: CopyResult }
  | { readonly ok: false; readonly message: string; readonly code: string | null; readonly syscall: string | null };

/** How much of a large file has been copied since the last message. */
export interface CopyProgress {
  readonly moved: number;
}

/** For a caller that has to show that the work goes on. */
const TELL_BYTES = 1024 * 1024;

const port = parentPort;
if (port === null) throw new Error('this program runs in a thread');
const copy = copier();

let untold = 0;
const onMoved = (bytes: number): void => {
  untold += bytes;
  if (untold < TELL_BYTES) return;
  const progress: CopyProgress = { moved: untold };
  port.postMessage(progress);
  untold = 0;
};

const replyTo = async (order: CopyOrder): Promise<CopyReply> => {
  untold = 0;
  try {
    return { ok: true, result: await copy(order, onMoved) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const syscall = error instanceof Error && 'syscall' in error ? String(error.syscall) : null;
    return { ok: false, message, code: codeOf(error), syscall };
  }
};

const answer = async (orders: readonly CopyOrder[]): Promise<void> => {
  const replies: CopyReply[] = [];
  for (const order of orders) replies.push(await replyTo(order));
  port.postMessage(replies);
};

port.on('message', (orders: readonly CopyOrder[]) => void answer(orders));
