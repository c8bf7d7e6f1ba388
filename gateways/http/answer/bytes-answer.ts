import { Readable } from 'node:stream';
import { byteRange, type ByteRange } from '../../../formats/http/byte-range.js';
import { rangeApplies, type Validators } from '../../../formats/http/conditions.js';
import type { Answer, Call } from '../route.js';
import { problem } from './problem.js';

/** The bytes of one resource. */
export interface ServedBytes {
  readonly size: number;
  readonly validators: Validators;
  readonly mediaType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Opens a range of them, or all with null. */
  readonly open: (range: ByteRange | null) => Promise<Readable>;
}

/** Answers the bytes, or the one range of them that is asked for (RFC 9110, 14); for HEAD nothing is opened. */
export const bytesAnswer = async (
  { header, headersOnly }: Call,
  { size, validators, mediaType, headers, open }: ServedBytes,
): Promise<Answer> => {
  const wanted = header('range');
  // Ranges are for GET alone (RFC 9110, 14.2).
  const applies = wanted !== undefined && !headersOnly && rangeApplies(header('if-range'), validators);
  const range = applies ? byteRange(wanted, size) : null;
  if (range === 'unsatisfiable') return unsatisfiable(size);
  const stream = headersOnly ? Readable.from([]) : await open(range);
  const whole = { ...headers, 'Accept-Ranges': 'bytes' };
  if (range === null) return { status: 200, headers: whole, content: { kind: 'bytes', stream, mediaType, size } };
  const { start, end } = range;
  const partial = { ...whole, 'Content-Range': `bytes ${start}-${end}/${size}` };
  return { status: 206, headers: partial, content: { kind: 'bytes', stream, mediaType, size: end - start + 1 } };
};

/** A recorded content type; null where it is not allowed in a header. */
export const headerSafe = (contentType: string | null): string | null =>
  contentType !== null && /^[\t\x20-\x7e\x80-\xff]+$/.test(contentType) ? contentType : null;

const unsatisfiable = (size: number): Answer =>
  problem(
    416,
    { detail: `The file has ${size} bytes, and the range contains none of them.` },
    { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' },
  );
