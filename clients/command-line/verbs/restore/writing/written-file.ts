import { createHash } from 'node:crypto';
import { closeSync, constants, futimesSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import type { Digest } from '../../../../archive/archive.js';
import { codeOf } from '../../../../../flow/error-code.js';

/** What a file must be; `date` in milliseconds since 1970, or null. */
export interface FileOrder {
  readonly path: string;
  readonly digest: Digest;
  readonly date: number | null;
}

/** Bytes that are read at once. */
const PIECE = Buffer.allocUnsafe(512 * 1024);
/** Non-blocking, since opening a named pipe would wait for its writer. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
/** Nothing is there, or no file. */
const NO_FILE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EISDIR', 'EAGAIN', 'ENXIO'];

/** Does work on a file that is read. Null where there is none; an error of its disk is none of that which is written to. */
const reading = <T>(path: string, work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (NO_FILE.includes(code)) return null;
    throw new Error(`The disk does not give the bytes of ${path} (${code}).`, { cause: error });
  }
};

/** A file that is written by the thread that waits for it. Throws the errors of the system. */
export class WrittenFile {
  readonly #order: FileOrder;
  readonly #target: number;
  readonly #hash;

  constructor(order: FileOrder) {
    this.#order = order;
    this.#target = openSync(order.path, 'wx');
    this.#hash = createHash(order.digest.algorithm);
  }

  take(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#target, bytes, at);
  }

  /** Its digest. It is gone where that is not the one that it must have. */
  end(): string {
    const { path, digest, date } = this.#order;
    const found = this.#hash.digest('hex');
    const isAsPreserved = found === digest.value;
    const moment = date === null ? null : new Date(date); // as a number, one before 1970 would be that of now
    if (isAsPreserved && moment !== null) futimesSync(this.#target, moment, moment);
    closeSync(this.#target);
    if (!isAsPreserved) unlinkSync(path);
    return found;
  }

  discard(): void {
    closeSync(this.#target);
    unlinkSync(this.#order.path);
  }
}

/** A file that is copied from another. */
export class CopiedFile {
  readonly #from: string;
  readonly #source: number;
  readonly #file: WrittenFile;

  private constructor(from: string, source: number, order: FileOrder) {
    this.#from = from;
    this.#source = source;
    this.#file = new WrittenFile(order);
  }

  /** Null where there is none to be copied. */
  static begin(from: string, order: FileOrder): CopiedFile | null {
    const source = reading(from, () => openSync(from, READ));
    if (source === null) return null;
    try {
      return new CopiedFile(from, source, order);
    } catch (error) {
      closeSync(source);
      throw error;
    }
  }

  /** Copies `most` bytes, or some more; answers how many, and whether there are others; null where it is no file. */
  copy(most: number): { readonly bytes: number; readonly isMore: boolean } | null {
    for (let bytes = 0; ;) {
      const length = reading(this.#from, () => readSync(this.#source, PIECE));
      if (length === null) return null;
      this.#file.take(PIECE.subarray(0, length));
      bytes += length;
      // A file gives fewer bytes than are wanted at its end only.
      if (length < PIECE.length) return { bytes, isMore: false };
      if (bytes >= most) return { bytes, isMore: true };
    }
  }

  end(): string {
    closeSync(this.#source);
    return this.#file.end();
  }

  discard(): void {
    closeSync(this.#source);
    this.#file.discard();
  }
}

/** Writes a small file of bytes that are there; its digest. */
const writeBytes = (bytes: Uint8Array, order: FileOrder): string => {
  const file = new WrittenFile(order);
  try {
    file.take(bytes);
  } catch (error) {
    file.discard();
    throw error;
  }
  return file.end();
};

/** Copies a small file; its digest, null where there is none. */
const copyWhole = (from: string, order: FileOrder): string | null => {
  const file = CopiedFile.begin(from, order);
  if (file === null) return null;
  try {
    const copied = file.copy(Infinity);
    if (copied !== null) return file.end();
  } catch (error) {
    file.discard();
    throw error;
  }
  file.discard();
  return null;
};

/** Writes a small file, which lies at a path or is there as bytes; its digest, null where there is none. */
export const writeSmall = (from: string | Uint8Array, order: FileOrder): string | null =>
  typeof from === 'string' ? copyWhole(from, order) : writeBytes(from, order);
