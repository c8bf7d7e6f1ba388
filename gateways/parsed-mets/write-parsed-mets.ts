import { writeSync } from 'node:fs';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import type { Pieces } from '../../formats/read-in-pieces.js';
import { jsonText } from '../http/answer/json-text.js';
import { parsedMets, type ParseOrder } from './parsed-mets.js';
import { success, type Result } from '../../flow/result.js';

/** What is to be written, and where: plain data, so that it may be done in another thread. */
export interface WriteOrder extends ParseOrder {
  /** The file to write the answer to, from its beginning; what it has behind that stays. */
  readonly fd: number;
}

/** How many bytes were written, or what is wrong with the METS. */
export type WrittenMets = Result<{ readonly size: number }, MetsFailure>;

/**
 * Reads a METS and writes what it says to a file, as JSON. Rejects with what the system says of writing, such as ENOSPC,
 * and as the pieces do.
 */
export const writeParsedMets = async (pieces: Pieces, { fd, ...order }: WriteOrder): Promise<WrittenMets> => {
  const parsed = await parsedMets(pieces, order);
  return parsed.ok ? success({ size: writeJson(fd, parsed.value) }) : parsed;
};

const writeJson = (fd: number, value: object): number => {
  let size = 0;
  for (const piece of jsonText(value)) {
    const bytes = Buffer.from(piece);
    writeAll(fd, bytes, size);
    size += bytes.length;
  }
  return size;
};

const writeAll = (fd: number, bytes: Buffer, position: number): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, null, position + at);
};
