import { parentPort } from 'node:worker_threads';
import { codeOf } from '../../../../flow/error-code.js';
import { LARGE_BYTES } from './copy-sizes.js';
import { fileStamps, type StampsOrder } from './file-stamps.js';
import { copier, type CopyOrder, type CopyResult } from './copy-order.js';
import { giveWay } from './give-way.js';
import { placeFiles, type PlacedFile, type PlaceOrder } from './place-files.js';
import { copyWhole, type WholeCopied, type WholeCopy } from './whole-copy.js';

/**
 * Copies files until it is terminated; answers each message, some orders of one kind, with one reply for each, in their
 * order.
 */
export type CopyMessage =
  | { readonly kind: 'copy'; readonly orders: readonly CopyOrder[] }
  | { readonly kind: 'whole'; readonly orders: readonly WholeCopy[] }
  | { readonly kind: 'place'; readonly orders: readonly PlaceOrder[] }
  | { readonly kind: 'stamps'; readonly orders: readonly StampsOrder[] };

export type CopyReplied = CopyResult | WholeCopied | PlacedFile | null | readonly (string | null)[];

export type CopyReply =
  | { readonly ok: true; readonly result: CopyReplied }
  | { readonly ok: false; readonly message: string; readonly code: string | null; readonly syscall: string | null };

/** How much of a large file has been copied since the last message. */
export interface CopyProgress {
  readonly moved: number;
}

/** For a caller that has to show that the work goes on. */
const TELL_BYTES = 1024 * 1024;

const port = parentPort;
if (port === null) throw new Error('this program runs in a thread');
giveWay();
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

const buffer = Buffer.allocUnsafeSlow(LARGE_BYTES);

const succeeded = (result: CopyReplied): CopyReply => ({ ok: true, result });

const repliesTo = async (message: CopyMessage): Promise<CopyReply[]> => {
  if (message.kind === 'whole') return copyWhole(message.orders, buffer).map(succeeded);
  if (message.kind === 'place') return placeFiles(message.orders, buffer).map(succeeded);
  if (message.kind === 'stamps') return message.orders.map((order) => succeeded(fileStamps(order)));
  const replies: CopyReply[] = [];
  for (const order of message.orders) replies.push(await replyTo(order));
  return replies;
};

port.on('message', (message: CopyMessage) => void repliesTo(message).then((replies) => port.postMessage(replies)));
