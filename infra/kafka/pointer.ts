import type { IHeaders } from 'kafkajs';

/** Where the fact behind a message stands in the log. */
export interface Pointer {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
}

const TYPE = /^io\.muniment\.preservation\.[a-z-]+\.(?<event>[A-Za-z]+)\.v\d+$/;
const SOURCE = /^\/preservation\/[^/]+\/(?<stream>[^/]+)$/;
const SEQUENCE = /^\d{1,20}$/;
/** The last revision that a stream can have; a log that is asked for more may fail as if it were away. */
const LAST_REVISION = 2n ** 63n - 1n;

const textOf = (headers: IHeaders | undefined, name: string): string => {
  const value = headers?.[name];
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.toString() : '';
};

const unescaped = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** What the headers of a message point at, or what is wrong with them. The value is not looked at. */
export const readPointer = (headers: IHeaders | undefined): Pointer | { readonly fault: string } => {
  const id = textOf(headers, 'ce_id');
  const type = TYPE.exec(textOf(headers, 'ce_type'))?.groups?.['event'];
  const stream = unescaped(SOURCE.exec(textOf(headers, 'ce_source'))?.groups?.['stream'] ?? '');
  const sequence = textOf(headers, 'ce_sequence');
  if (id === '') return { fault: 'ce_id is missing' };
  if (type === undefined) return { fault: 'ce_type is none of this platform' };
  if (stream === null || stream === '') return { fault: 'ce_source names no stream of this platform' };
  if (!SEQUENCE.test(sequence) || BigInt(sequence) > LAST_REVISION) return { fault: 'ce_sequence is not a revision' };
  return { id, type, stream, revision: BigInt(sequence) };
};
