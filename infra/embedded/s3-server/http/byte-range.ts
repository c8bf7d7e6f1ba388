import { byteRange, type ByteRange } from '../../../../formats/http/byte-range.js';
import { S3Error } from './s3-error.js';

/**
 * The range of an object's bytes that a Range header asks for; null where all are to be sent. Throws InvalidRange where
 * no byte of it exists.
 */
export const readRange = (header: string, size: number): ByteRange | null => {
  const range = byteRange(header, size);
  if (range === 'unsatisfiable') throw new S3Error('InvalidRange', 'The requested range is not satisfiable.');
  return range;
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
