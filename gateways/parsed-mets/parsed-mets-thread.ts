import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import { jsonText } from '../http/answer/json-text.js';
import { parsedMets, type ParseOrder } from './parsed-mets.js';

/** What the thread is begun with. */
export interface ThreadOrder extends ParseOrder {
  readonly bytes: Uint8Array;
  /** The file to write the answer to. */
  readonly fd: number;
}

/** How much was written, or what is wrong with the METS. */
export type ThreadMessage = { readonly size: number } | MetsFailure;

const writeAll = (fd: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
};

const writeAnswer = (fd: number, value: object): number => {
  let size = 0;
  for (const piece of jsonText(value)) {
    const bytes = Buffer.from(piece);
    writeAll(fd, bytes);
    size += bytes.length;
  }
  return size;
};

const { bytes, fd, ...order } = workerData as ThreadOrder;
const parsed = parsedMets(bytes, order);
const message: ThreadMessage = 'fault' in parsed ? parsed : { size: writeAnswer(fd, parsed.value) };
parentPort?.postMessage(message);
