import { NO_DATE, type ArchiveEntry } from '../archive-files/archive-file.js';

/** An entry as the records of a zip have it; section numbers are those of APPNOTE.TXT 6.3.10. */
export type ZipEntry = ArchiveEntry;

const [LOCAL, DESCRIPTOR, CENTRAL, END, END64, LOCATOR64] = [
  0x0403_4b50, 0x0807_4b50, 0x0201_4b50, 0x0605_4b50, 0x0606_4b50, 0x0706_4b50,
];

/** The largest number of two and of four bytes; it says that a record of Zip64 has the number (4.4.1.4). */
const [MOST_16, MOST_32] = [0xff_ff, 0xffff_ffff];

/** Bit 3: sizes and CRC-32 follow the content, where there is any; bit 11: names are in UTF-8 (4.4.4). */
const flags = ({ size }: ZipEntry): number => (size > 0 ? 1 << 3 : 0) | (1 << 11);

/** Versions needed to extract (4.4.3.2): 2.0, and 4.5 for Zip64. */
const [PLAIN, ZIP64] = [20, 45];

/** By Unix, with the version 6.3 of the standard (4.4.2). */
const MADE_BY = (3 << 8) | 63;

/** What Unix and MS-DOS have of a file or a folder that its owner may write and all may read. */
const attributes = ({ path }: ZipEntry): number =>
  path.endsWith('/') ? ((0o4_0755 << 16) | 0x10) >>> 0 : (0o10_0644 << 16) >>> 0;

const isLarge = (number: number): boolean => number >= MOST_32;

const needed = (isZip64: boolean): number => (isZip64 ? ZIP64 : PLAIN);

/** How many bytes the records of an entry have; those of the directory depend on where its local header begins. */
export const sizesOf = (entry: ZipEntry): { readonly local: number; readonly descriptor: number } => {
  const isZip64 = isLarge(entry.size);
  const named = Buffer.byteLength(entry.path) + (hasTime(entry) ? 9 : 0);
  const behind = isZip64 ? 24 : 16;
  return { local: 30 + named + (isZip64 ? 20 : 0), descriptor: entry.size === 0 ? 0 : behind };
};

export const centralSize = (entry: ZipEntry, offset: number): number => {
  const large = (isLarge(entry.size) ? 2 : 0) + (isLarge(offset) ? 1 : 0);
  return 46 + Buffer.byteLength(entry.path) + (hasTime(entry) ? 9 : 0) + (large > 0 ? 4 + 8 * large : 0);
};

/** What stands before the content of an entry (4.3.7); its sizes and CRC-32 stand behind it. */
export const localHeader = (entry: ZipEntry): Buffer => {
  const name = Buffer.from(entry.path);
  const isZip64 = isLarge(entry.size);
  const extra = Buffer.concat([...(isZip64 ? [zip64Extra([0, 0])] : []), timeExtra(entry)]);
  const size = isZip64 ? MOST_32 : 0;
  const { date, time } = dosTime(entry);
  const fixed = numbers(
    [LOCAL, 4],
    [needed(isZip64), 2],
    [flags(entry), 2],
    [0, 2],
    [time, 2],
    [date, 2],
    [0, 4],
    [size, 4],
  );
  return Buffer.concat([fixed, numbers([size, 4], [name.length, 2], [extra.length, 2]), name, extra]);
};

/** What stands behind the content of an entry (4.3.9). */
export const descriptor = ({ size }: ZipEntry, crc32: number): Buffer => {
  const width = isLarge(size) ? 8 : 4;
  return numbers([DESCRIPTOR, 4], [crc32, 4], [size, width], [size, width]);
};

/** The record of an entry in the directory at the end (4.3.12). `offset` is where its local header begins. */
export const centralHeader = (entry: ZipEntry, offset: number, crc32: number): Buffer => {
  const name = Buffer.from(entry.path);
  const large = [...(isLarge(entry.size) ? [entry.size, entry.size] : []), ...(isLarge(offset) ? [offset] : [])];
  const extra = Buffer.concat([...(large.length > 0 ? [zip64Extra(large)] : []), timeExtra(entry)]);
  const { date, time } = dosTime(entry);
  const size = Math.min(entry.size, MOST_32);
  return Buffer.concat([
    numbers([CENTRAL, 4], [MADE_BY, 2], [needed(large.length > 0), 2], [flags(entry), 2], [0, 2], [time, 2], [date, 2]),
    numbers([crc32, 4], [size, 4], [size, 4], [name.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2]),
    numbers([attributes(entry), 4], [Math.min(offset, MOST_32), 4]),
    name,
    extra,
  ]);
};

/** The directory of a zip: its records, its first byte, and its bytes. */
export interface Directory {
  readonly entries: number;
  readonly offset: number;
  readonly size: number;
}

/** What ends a zip (4.3.14 to 4.3.16), with a comment of at most 65,535 bytes. */
export const endRecords = ({ entries, offset, size }: Directory, comment: string): Buffer => {
  const text = Buffer.from(comment);
  const isZip64 = entries >= MOST_16 || isLarge(offset) || isLarge(size);
  const count = Math.min(entries, MOST_16);
  return Buffer.concat([
    ...(isZip64 ? [endRecords64({ entries, offset, size })] : []),
    numbers([END, 4], [0, 2], [0, 2], [count, 2], [count, 2]),
    numbers([Math.min(size, MOST_32), 4], [Math.min(offset, MOST_32), 4], [text.length, 2]),
    text,
  ]);
};

const endRecords64 = ({ entries, offset, size }: Directory): Buffer =>
  Buffer.concat([
    numbers([END64, 4], [44, 8], [MADE_BY, 2], [ZIP64, 2], [0, 4], [0, 4], [entries, 8], [entries, 8]),
    numbers([size, 8], [offset, 8]),
    numbers([LOCATOR64, 4], [0, 4], [offset + size, 8], [1, 4]),
  ]);

/** Numbers of eight bytes for Zip64 (4.5.3). */
const zip64Extra = (values: readonly number[]): Buffer =>
  numbers([1, 2], [8 * values.length, 2], ...values.map((value) => [value, 8] as const));

const secondsOf = ({ modified }: ZipEntry): number => Math.floor((modified ?? NO_DATE).getTime() / 1_000);

/** Whether the time can be written in four bytes with a sign. */
const hasTime = (entry: ZipEntry): boolean => secondsOf(entry) === (secondsOf(entry) | 0);

/** The time in UTC, which the field of MS-DOS leaves open (4.5.2, 0x5455). */
const timeExtra = (entry: ZipEntry): Buffer =>
  hasTime(entry) ? numbers([0x5455, 2], [5, 2], [1, 1], [secondsOf(entry) >>> 0, 4]) : Buffer.alloc(0);

/** The time of MS-DOS (4.4.6), here in UTC: in steps of two seconds from 1980 to 2107. */
const dosTime = ({ modified }: ZipEntry): { readonly date: number; readonly time: number } => {
  const at = modified ?? NO_DATE;
  const year = at.getUTCFullYear();
  if (year < 1980) return dosTime({ path: '', size: 0, modified: NO_DATE });
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 };
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
};

/** Numbers without a sign, the lowest byte first, each with its width in bytes. */
const numbers = (...fields: readonly (readonly [value: number, width: 1 | 2 | 4 | 8])[]): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((size, [, width]) => size + width, 0));
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, width);
    at += width;
  }
  return buffer;
};
