import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsync, fsyncSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileStamp } from '../../file-system/file-stamp.js';
import { READ_LINKED_FLAGS } from '../../file-system/files.js';
import type { EtagSource } from '../engine/object-engine.js';
import { etagOfSha256, type KnownDigests } from '../engine/object-record.js';
import { earlySyncs } from './early-syncs.js';

/** Bytes to be copied to a new file in the temporary folder. */
export interface CopyOrder {
  /** The number of an open file of this process, or the path of a file to open. */
  readonly from: number | string;
  readonly start: number;
  /** Inclusive; less than `start` for no bytes. A file may end before. */
  readonly end: number;
  /** Absolute; must not exist. */
  readonly to: string;
  /** Digests that the bytes should have, so that the MD5 need not be computed. */
  readonly known: KnownDigests | null;
  /** Of what the ETag is made otherwise. */
  readonly etagFrom: EtagSource;
}

/** What was copied. The file is synced, its name is not. */
export interface CopyResult {
  readonly size: number;
  readonly stamp: string;
  /** Without quotation marks. */
  readonly etag: string;
  /** Base64. */
  readonly sha256: string;
  /** The state of the source after it was read. */
  readonly source: { readonly size: number; readonly mtimeMs: number };
}

const CHUNK_BYTES = 1024 * 1024;

const syncOpen = promisify(fsync);

/** Reads a part of a file piece by piece into one buffer; answers how many bytes there were. */
const readPieces = (
  file: number,
  { start, end }: Pick<CopyOrder, 'start' | 'end'>,
  buffer: Uint8Array,
  take: (piece: Uint8Array) => void,
): number => {
  let at = start;
  while (at <= end) {
    const read = readSync(file, buffer, 0, Math.min(buffer.length, end - at + 1), at);
    if (read === 0) break;
    take(buffer.subarray(0, read));
    at += read;
  }
  return at - start;
};

/** Writes all bytes, however many one call of the system takes. */
export const writeAll = (file: number, bytes: Uint8Array): void => {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
};

const md5Of = (path: string, buffer: Uint8Array): string => {
  const hash = createHash('md5');
  const file = openSync(path, 'r');
  try {
    readPieces(file, { start: 0, end: Infinity }, buffer, (piece) => hash.update(piece));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
};

const copyInto = async (
  target: number,
  source: number,
  order: CopyOrder,
  buffer: Uint8Array,
  onMoved: (bytes: number) => void,
): Promise<CopyResult> => {
  const { to, known, etagFrom } = order;
  const sha256 = createHash('sha256');
  const md5 = known === null && etagFrom === 'md5' ? createHash('md5') : null;
  const syncs = earlySyncs(() => syncOpen(target));
  let size: number;
  try {
    size = readPieces(source, order, buffer, (piece) => {
      writeAll(target, piece);
      syncs.wrote(piece.length);
      sha256.update(piece);
      md5?.update(piece);
      onMoved(piece.length);
    });
  } finally {
    await syncs.settled();
  }
  await syncs.ended();
  fsyncSync(target);
  const stamp = fileStamp(fstatSync(target, { bigint: true }));
  const digest = sha256.digest();
  const hex = digest.toString('hex');
  const etag = (): string => {
    if (known?.sha256 === hex) return known.etag;
    return etagFrom === 'sha256' ? etagOfSha256(hex) : (md5?.digest('hex') ?? md5Of(to, buffer));
  };
  const { size: sourceSize, mtimeMs } = fstatSync(source);
  return {
    size,
    stamp,
    etag: etag(),
    sha256: digest.toString('base64'),
    source: { size: sourceSize, mtimeMs },
  };
};

/** A reader of one file after the other, without a wait between them: only for a thread that has nothing else to do. */
export const copier = (): ((order: CopyOrder, onMoved: (bytes: number) => void) => Promise<CopyResult>) => {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  return async (order, onMoved) => {
    const { from, to } = order;
    const source = typeof from === 'number' ? from : openSync(from, READ_LINKED_FLAGS);
    try {
      const target = openSync(to, 'wx');
      try {
        return await copyInto(target, source, order, buffer, onMoved);
      } catch (error) {
        unlinkSync(to); // the next open of the store removes what stays
        throw error;
      } finally {
        closeSync(target);
      }
    } finally {
      if (typeof from === 'string') closeSync(source);
    }
  };
};
