import { read as readInto } from 'node:fs';
import { promisify } from 'node:util';

const readSome = promisify(readInto);

const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 };
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 };
const DIRECTORY_END = { signature: 0x06054b50, bytes: 22 };
const LONGEST_COMMENT = 0xffff;
const IN_ZIP64 = 0xffffffff;
const COUNT_IN_ZIP64 = 0xffff;
const ENCRYPTED = 1;
/** Stored, imploded, deflated, deflate64 and bzip2: what libclamav unpacks. */
const UNPACKED = new Set([0, 6, 8, 9, 12]);
const DIRECTORY_PIECE = 64 * 1024;

interface Directory {
  /** Where its first entry begins in the file. */
  readonly at: number;
  readonly bytes: number;
  readonly entries: number;
  /** What has to be added to the offsets that it tells: a program that unpacks itself stands before its archive. */
  readonly shift: number;
}

const read = async (file: number, at: number, bytes: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await readSome(file, Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
};

const begins = (bytes: Buffer, { signature, bytes: length }: { signature: number; bytes: number }): boolean =>
  bytes.length >= length && bytes.readUInt32LE(0) === signature;

/** The last part of a file, in which the directory of an archive ends; the whole of a small one. */
interface Tail {
  readonly at: number;
  readonly bytes: Buffer;
}

/** The directory of an archive; null where there is none, or it is said to lie where it cannot. */
const directoryIn = ({ at: tailAt, bytes: tail }: Tail): Directory | 'zip64' | null => {
  for (let from = tail.length - DIRECTORY_END.bytes; from >= 0; from--) {
    from = tail.lastIndexOf('PK\x05\x06', from, 'latin1');
    if (from === -1) return null;
    const end = tail.subarray(from);
    const [entries, bytes, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
    if (entries === COUNT_IN_ZIP64 || bytes === IN_ZIP64 || offset === IN_ZIP64) return 'zip64';
    const at = tailAt + from - bytes;
    if (at >= offset) return { at, bytes, entries, shift: at - offset };
  }
  return null;
};

/** The fixed parts of the entries; ends early where something else follows. */
async function* entriesOf(file: number, { at, bytes, entries }: Directory): AsyncGenerator<Buffer> {
  let piece: Buffer = Buffer.alloc(0);
  let pieceAt = at;
  let next = at;
  for (let left = entries; left > 0; left--) {
    if (next + DIRECTORY_ENTRY.bytes > pieceAt + piece.length) {
      piece = await read(file, next, Math.min(DIRECTORY_PIECE, at + bytes - next));
      pieceAt = next;
    }
    const entry = piece.subarray(next - pieceAt);
    if (!begins(entry, DIRECTORY_ENTRY)) return;
    yield entry;
    next += DIRECTORY_ENTRY.bytes + entry.readUInt16LE(28) + entry.readUInt16LE(30) + entry.readUInt16LE(32);
  }
}

/** Why ClamAV would not look into a member; null where it would. It goes by what stands before the member's data. */
const notUnpacked = (entry: Buffer, local: Buffer, mostBytes: number): string | null => {
  if (!begins(local, LOCAL_HEADER)) return 'does not lie where the directory of the archive says';
  const [flags, method] = [local.readUInt16LE(6) | entry.readUInt16LE(8), local.readUInt16LE(8)];
  const [packed, told] = [local.readUInt32LE(18), entry.readUInt32LE(20)];
  const unpackedBytes = Math.max(local.readUInt32LE(22), entry.readUInt32LE(24));
  if ((flags & ENCRYPTED) !== 0) return 'is encrypted';
  if (!UNPACKED.has(method) || entry.readUInt16LE(10) !== method) return `is compressed by method ${method}`;
  if (packed === IN_ZIP64 || told === IN_ZIP64 || unpackedBytes === IN_ZIP64) return 'has its size in ZIP64';
  const hasSizeBehind = (local.readUInt16LE(6) & 8) !== 0;
  if (packed !== told && !(packed === 0 && hasSizeBehind)) return 'has two sizes';
  return unpackedBytes > mostBytes ? `has ${unpackedBytes} bytes` : null;
};

/**
 * Why ClamAV would not look at all that a ZIP archive holds, or null: what it does not unpack it calls clean. That is an
 * archive whose directory cannot be read, and a member that is encrypted, larger than `mostBytes`, compressed by another
 * method than it knows, or whose size is told in ZIP64 or in two ways. Null for a file that is no ZIP archive, and for
 * archives within others. `file` is the number of an open file, of this size; a small one is read once.
 */
export const unscannableMember = async (file: number, size: number, mostBytes: number): Promise<string | null> => {
  const tailAt = Math.max(0, size - DIRECTORY_END.bytes - LONGEST_COMMENT);
  const tail = { at: tailAt, bytes: await read(file, tailAt, size - tailAt) };
  const isZip = begins(tailAt === 0 ? tail.bytes : await read(file, 0, LOCAL_HEADER.bytes), LOCAL_HEADER);
  const directory = directoryIn(tail);
  if (directory === 'zip64') return 'is a ZIP64 archive, which ClamAV does not unpack';
  const unreadable = isZip ? 'is a ZIP archive whose directory cannot be read, which ClamAV does not unpack' : null;
  if (directory === null) return unreadable;
  let entries = 0;
  for await (const entry of entriesOf(file, directory)) {
    entries += 1;
    const local = await read(file, entry.readUInt32LE(42) + directory.shift, LOCAL_HEADER.bytes);
    const reason = notUnpacked(entry, local, mostBytes);
    if (reason !== null) return `is a ZIP archive whose member ${entries} ${reason}, so that ClamAV does not unpack it`;
  }
  return entries < directory.entries ? unreadable : null;
};
