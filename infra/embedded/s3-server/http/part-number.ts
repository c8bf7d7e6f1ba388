import type { StoredObject } from '../contract/object-engine.js';
import type { ByteRange } from '../../../../formats/http/byte-range.js';
import { S3Error } from './s3-error.js';

/** 1 to 10,000; null where the query names none. Throws InvalidArgument. */
export const readPartNumber = (query: ReadonlyMap<string, string>): number | null => {
  const text = query.get('partNumber');
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive.');
  }
  return number;
};

/** The range of a part of a finished object; one that was put whole is its own first part. Null for an empty object. */
export const partRange = ({ parts, size }: StoredObject, number: number): ByteRange | null => {
  const sizes = parts.length === 0 ? [size] : parts;
  const length = sizes[number - 1];
  if (length === undefined) throw new S3Error('InvalidRange', 'The requested part number is not satisfiable.');
  const start = sizes.slice(0, number - 1).reduce((sum, each) => sum + each, 0);
  return length === 0 ? null : { start, end: start + length - 1 };
};
