import { NO_DATE, type ArchiveEntry } from '../archive-files/archive-file.js';

/** The longest path in a header, in bytes. */
const LONGEST = 100;

/** The first number that eleven octal digits cannot write. */
const TOO_LARGE = 8 ** 11;

const secondsOf = ({ modified }: ArchiveEntry): number => Math.floor((modified ?? NO_DATE).getTime() / 1_000);

const fits = (number: number): boolean => number >= 0 && number < TOO_LARGE;

/** What the header of an entry cannot say, as records of an extended header (POSIX.1, pax); empty where it says all. */
export const paxRecords = (entry: ArchiveEntry): Buffer => {
  const { path, size } = entry;
  const seconds = secondsOf(entry);
  return Buffer.from(
    [
      ...(/^[\x20-\x7e]*$/.test(path) && path.length <= LONGEST ? [] : [record('path', path)]),
      ...(fits(size) ? [] : [record('size', `${size}`)]),
      ...(fits(seconds) ? [] : [record('mtime', `${seconds}`)]),
    ].join(''),
  );
};

/** Its length stands before it, and counts its own digits. */
const record = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`;
  const size = Buffer.byteLength(rest);
  let length = size + `${size}`.length;
  if (`${length}`.length > `${size}`.length) length = size + `${length}`.length;
  return `${length}${rest}`;
};

/** A header of ustar (POSIX.1), of a file, a folder or an extended header. What does not fit is cut, or 0. */
export const tarHeader = (entry: ArchiveEntry, type: '0' | '5' | 'x'): Buffer => {
  const header = Buffer.alloc(512);
  const text = (value: string, at: number): number => header.write(value, at, 'latin1');
  const octal = (value: number, at: number, digits: number): number =>
    text((fits(value) ? value : 0).toString(8).padStart(digits, '0'), at);
  header.set(Buffer.from(entry.path).subarray(0, LONGEST), 0);
  octal(type === '5' ? 0o755 : 0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(entry.size, 124, 11);
  octal(secondsOf(entry), 136, 11);
  text(type, 156);
  text('ustar\0' + '00', 257);
  octal(0, 329, 7);
  octal(0, 337, 7);
  header.fill(' ', 148, 156); // the sum counts its own field as blanks
  let sum = 0;
  for (const byte of header) sum += byte;
  octal(sum, 148, 6);
  header[154] = 0;
  return header;
};
