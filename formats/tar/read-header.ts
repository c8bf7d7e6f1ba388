import { TarFault } from './tar-fault.js';

/** What one header says. */
export interface TarHeader {
  /** The letter of what it is about: a file, a folder, an extended header. */
  readonly type: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text up to its first zero byte. One that is not UTF-8 is taken letter by letter: no preserved file is called so. */
export const textOf = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  const text = end === -1 ? bytes : bytes.subarray(0, end);
  try {
    return utf8.decode(text);
  } catch {
    return text.toString('latin1');
  }
};

/** Octal digits, or as GNU writes large numbers, bytes after a first one of 0x80. Null for anything else. */
const numberIn = (field: Buffer): number | null => {
  if (field[0] === 0x80) {
    const number = Number(BigInt(`0x${field.subarray(1).toString('hex')}`));
    return Number.isSafeInteger(number) ? number : null;
  }
  const [, digits] = /^[ \0]*([0-7]*)[ \0]*$/.exec(field.toString('latin1')) ?? [];
  return digits === undefined ? null : parseInt(`0${digits}`, 8);
};

/** The sum of all bytes, its own field counted as blanks. */
const sumOf = (header: Buffer): number => {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte;
  return sum;
};

/** The header with which an entry begins, `at` being its position; null for the block of zeros that ends a tar. */
export const readHeader = (header: Buffer, at: number): TarHeader | null => {
  if (header.length < 512) throw new TarFault(at === 0 ? 'it is too short' : 'it is cut');
  if (at > 0 && header.every((byte) => byte === 0)) return null;
  if (numberIn(header.subarray(148, 156)) !== sumOf(header))
    throw new TarFault(at === 0 ? 'it does not begin with a header' : `the header at byte ${at} is damaged`);
  const size = numberIn(header.subarray(124, 136));
  if (size === null) throw new TarFault('a size is no number');
  const type = header.toString('latin1', 156, 157);
  if (type === 'S') throw new TarFault('it has a sparse file');
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? textOf(header.subarray(345, 500)) : '';
  const name = textOf(header.subarray(0, 100));
  return { type, size, path: prefix === '' ? name : `${prefix}/${name}` };
};

/** Whether bytes begin with the header of a tar. */
export const beginsTar = (beginning: Buffer): boolean => {
  if (beginning.length < 512) return false;
  return numberIn(beginning.subarray(148, 156)) === sumOf(beginning.subarray(0, 512));
};
