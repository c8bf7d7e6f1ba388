import { S3Error } from './s3-error.js';

/** Inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header against an object's size. Null for a header that is not a single range of bytes, which RFC 9110
 * allows to ignore. Throws InvalidRange where the range is outside the object.
 */
export const readRange = (header: string, size: number): ByteRange | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  if (start >= size || (first === '' && Number(last) === 0)) {
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable.');
  }
  return { start, end };
};

/** The range of a copied part, which must lie within the source. */
export const readCopyRange = (header: string, size: number): ByteRange => {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || Number(last) < Number(first)) {
    throw new S3Error('InvalidArgument', 'x-amz-copy-source-range is not bytes=<first>-<last>.');
  }
  if (Number(last) >= size) throw new S3Error('InvalidRange', `The source has only ${size} bytes.`);
  return { start: Number(first), end: Number(last) };
};
