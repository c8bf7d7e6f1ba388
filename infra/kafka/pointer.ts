import type { IHeaders } from 'kafkajs';
import { refused, success, type Result } from '../../flow/result.js';

/** The place of a message's fact in the log. */
export interface Pointer {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
}

const TYPE = /^io\.muniment\.preservation\.[a-z-]+\.(?<event>[A-Za-z]+)\.v\d+$/;
const SOURCE = /^\/preservation\/[^/]+\/(?<stream>[^/]+)$/;
const SEQUENCE = /^\d{1,20}$/;
/** The highest possible revision; for a higher one a log may fail as if it were unavailable. */
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

/** The pointer in the headers of a message; refused with what is wrong with them. The value is not read. */
export const readPointer = (headers: IHeaders | undefined): Result<Pointer, string> => {
  const id = textOf(headers, 'ce_id');
  const type = TYPE.exec(textOf(headers, 'ce_type'))?.groups?.['event'];
  const stream = unescaped(SOURCE.exec(textOf(headers, 'ce_source'))?.groups?.['stream'] ?? '');
  const sequence = textOf(headers, 'ce_sequence');
  if (id === '') return refused('ce_id is missing');
  if (type === undefined) return refused('ce_type is none of this platform');
  if (stream === null || stream === '') return refused('ce_source names no stream of this platform');
  if (!SEQUENCE.test(sequence) || BigInt(sequence) > LAST_REVISION) return refused('ce_sequence is not a revision');
  return success({ id, type, stream, revision: BigInt(sequence) });
};
