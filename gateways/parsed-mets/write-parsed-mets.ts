import { writeSync } from 'node:fs';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import { jsonText } from '../http/answer/json-text.js';
import { parsedMets, type ParseOrder } from './parsed-mets.js';
import { wholeBuffer } from '../../flow/thread-messages.js';
import { success, type Result } from '../../flow/result.js';

/** What is to be written, and where: plain data, so that it may be done in another thread. */
export interface WriteOrder extends ParseOrder {
  readonly bytes: Uint8Array;
  /** The file to write the answer to. */
  readonly fd: number;
}

/** How many bytes were written, or what is wrong with the METS. */
export type WrittenMets = Result<{ readonly size: number }, MetsFailure>;

/**
 * Reads a METS and writes what it says to a file, as JSON. The bytes are gone afterwards where they fill their memory.
 * Throws what the system says of writing, such as ENOSPC.
 */
export const writeParsedMets = ({ bytes, fd, ...order }: WriteOrder): WrittenMets => {
  const parsed = parsedMets(bytes, { ...order, onRead: () => giveUp(bytes) });
  return parsed.ok ? success({ size: writeJson(fd, parsed.value) }) : parsed;
};

const writeJson = (fd: number, value: object): number => {
  let size = 0;
  for (const piece of jsonText(value)) {
    const bytes = Buffer.from(piece);
    writeAll(fd, bytes);
    size += bytes.length;
  }
  return size;
};

const writeAll = (fd: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
};

/**
 * Gives the memory of bytes back. References to them are left in the callers, and in the message that brought them, so
 * that nothing would collect them while the answer is made: their memory moves into an object that nobody refers to.
 */
const giveUp = (bytes: Uint8Array): void => {
  structuredClone(null, { transfer: wholeBuffer(bytes) });
};
