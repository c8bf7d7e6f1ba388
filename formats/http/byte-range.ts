/** The first and the last byte of a part of a representation, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The single range that a Range header asks of a representation of `size` bytes, cut at its end (RFC 9110, section 14).
 * `unsatisfiable` where no byte of it exists. Null where the whole representation is to be sent: for several ranges,
 * another unit, an invalid range, and the last bytes of an empty representation, which no Content-Range can express.
 */
export const byteRange = (header: string, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, first, last] = /^(\d*)-(\d*)$/.exec(onlyRange(header)) ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (first === '') return suffix(Number(last), size);
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)];
  if (end < start) return null;
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
};

/** The one range of bytes in the header; empty where there are none or several. */
const onlyRange = (header: string): string => {
  const [, set = ''] = /^bytes=(.*)$/i.exec(header.trim()) ?? [];
  const ranges = set.split(',').map((each) => each.trim());
  const [only = '', ...others] = ranges.filter((each) => each !== '');
  return others.length === 0 ? only : '';
};

const suffix = (length: number, size: number): ByteRange | 'unsatisfiable' | null => {
  if (length === 0) return 'unsatisfiable';
  return size === 0 ? null : { start: Math.max(0, size - length), end: size - 1 };
};
