import { createInflateRaw } from 'node:zlib';
import { pipeline } from 'node:stream';
import type { SeekableBytes } from '../archive-files/seekable-bytes.js';

/** A file or a folder in a zip. */
export interface ReadZipEntry {
  /** As it is written there; that of a folder ends in a slash. */
  readonly path: string;
  readonly size: number;
  /** Its bytes; their CRC-32 is not compared. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

export interface ReadZip {
  readonly comment: string;
  entries(): AsyncGenerator<ReadZipEntry>;
}

/** What is read is no zip, or one that is not understood. */
export class ZipFault extends Error {
  override name = 'ZipFault';
  readonly code = 'zip-invalid';
}

const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** A field that stands in the extension for large numbers instead. */
const LARGE = 0xffffffff;
const END_SIZE = 22;
const CENTRAL_SIZE = 46;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
/** How much of the directory is read at once. */
const PIECE = 1 << 20;

interface Directory {
  readonly offset: number;
  readonly size: number;
  readonly comment: string;
}

const invalid = (why: string): ZipFault => new ZipFault(`It is no zip that can be read: ${why}.`);

const numberAt = (bytes: Buffer, offset: number): number => Number(bytes.readBigUInt64LE(offset));

/** Where the directory is, from the record at the end, which may be followed by a comment only. */
const readDirectory = async (zip: SeekableBytes): Promise<Directory> => {
  const from = Math.max(0, zip.size - END_SIZE - 0xffff);
  const tail = await zip.read(from, zip.size - from);
  let at = tail.length - END_SIZE;
  while (at >= 0 && !(tail.readUInt32LE(at) === END && at + END_SIZE + tail.readUInt16LE(at + 20) === tail.length))
    at--;
  if (at < 0) throw invalid('it has no end');
  if (![0, 0xffff].includes(tail.readUInt16LE(at + 4))) throw invalid('it is one of several parts');
  const comment = tail.subarray(at + END_SIZE).toString();
  const [size, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  const locator = at >= 20 ? tail.subarray(at - 20, at) : null;
  if (locator?.readUInt32LE(0) !== END_64_LOCATOR) return { offset, size, comment };
  const end = await zip.read(numberAt(locator, 8), 56);
  if (end.length < 56) throw invalid('its end is not where it says');
  return { offset: numberAt(end, 48), size: numberAt(end, 40), comment };
};

/** The numbers of an entry that are too large for its record, in their order. */
const largeNumbers = (extra: Buffer): (() => number) => {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return () => {
    if (at + 8 > extra.length) throw invalid('a size is missing');
    at += 8;
    return numberAt(extra, at - 8);
  };
};

interface CentralRecord {
  readonly path: string;
  readonly method: number;
  readonly size: number;
  readonly stored: number;
  readonly local: number;
}

const readRecord = (record: Buffer, nameLength: number, extraLength: number): CentralRecord => {
  const large = largeNumbers(record.subarray(CENTRAL_SIZE + nameLength, CENTRAL_SIZE + nameLength + extraLength));
  const field = (offset: number): number => {
    const number = record.readUInt32LE(offset);
    return number === LARGE ? large() : number;
  };
  if ((record.readUInt16LE(8) & 1) !== 0) throw invalid('it is encrypted');
  const size = field(24);
  const stored = field(20);
  const path = record.subarray(CENTRAL_SIZE, CENTRAL_SIZE + nameLength).toString();
  return { path, method: record.readUInt16LE(10), size, stored, local: field(42) };
};

const opened = async (zip: SeekableBytes, { path, method, size, stored, local }: CentralRecord) => {
  const header = await zip.read(local, LOCAL_SIZE);
  if (header.length < LOCAL_SIZE || header.readUInt32LE(0) !== LOCAL) throw invalid(`it has no bytes of ${path}`);
  const start = local + LOCAL_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
  const bytes = zip.stream(start, start + stored);
  if (method === STORED) return bytes;
  if (method !== DEFLATED) throw invalid(`${path} is compressed by method ${method}`);
  const inflated = pipeline(bytes, createInflateRaw(), () => undefined) as AsyncIterable<Buffer>; // its reader meets an error
  return notMoreThan(inflated, size, path);
};

/** A few bytes can be inflated to very many: an entry ends at the size that it says. */
async function* notMoreThan(pieces: AsyncIterable<Buffer>, size: number, path: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > size) throw invalid(`${path} has more bytes than it says`);
    yield piece;
  }
}

/** Reads a zip: entries that are stored or deflated, also large ones (Zip64). Rejects with ZipFault. */
export const readZip = async (zip: SeekableBytes): Promise<ReadZip> => {
  const { offset, size, comment } = await readDirectory(zip);
  async function* entries(): AsyncGenerator<ReadZipEntry> {
    let held = Buffer.alloc(0);
    let at = offset;
    const need = async (length: number): Promise<void> => {
      if (held.length >= length) return;
      const more = await zip.read(at, Math.min(Math.max(PIECE, length - held.length), offset + size - at));
      at += more.length;
      held = Buffer.concat([held, more]);
      if (held.length < length) throw invalid('its directory is cut');
    };
    while (held.length > 0 || at < offset + size) {
      await need(CENTRAL_SIZE);
      if (held.readUInt32LE(0) !== CENTRAL) throw invalid('its directory is not where it says');
      const [name, extra, remark] = [held.readUInt16LE(28), held.readUInt16LE(30), held.readUInt16LE(32)];
      await need(CENTRAL_SIZE + name + extra + remark);
      const record = readRecord(held, name, extra);
      held = held.subarray(CENTRAL_SIZE + name + extra + remark);
      yield { path: record.path, size: record.size, open: () => opened(zip, record) };
    }
  }
  return { comment, entries };
};
