import type { KeyRange, ObjectIndex } from '../../index/object-index.js';
import type { KeySeek } from '../layout.js';

const FIRST_BATCH = 8;
const LARGEST_BATCH = 1_000;

/** The least byte string that is after every one that begins with `prefix`; null when there is none. */
const endOfPrefix = (prefix: string): Buffer | null => {
  const bytes = Buffer.from(prefix);
  // No byte of UTF-8 is 0xFF, so that the last one can always be counted up.
  if (bytes.length === 0) return null;
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) + 1;
  return bytes;
};

const start = ({ prefix, after }: KeySeek): Pick<KeyRange, 'from' | 'inclusive'> => {
  const first = Buffer.from(prefix);
  const past = Buffer.from(after ?? '');
  return after !== null && Buffer.compare(past, first) >= 0
    ? { from: past, inclusive: false }
    : { from: first, inclusive: true };
};

/** The keys of an indexed bucket in order, by short range scans that a seek cuts off. */
export function* indexedKeys(objects: ObjectIndex, bucket: string, seek: KeySeek): Generator<string> {
  const until = endOfPrefix(seek.prefix);
  let { from, inclusive } = start(seek);
  for (let batch = FIRST_BATCH; ;) {
    const keys = objects.keys(bucket, { from, inclusive, until }, batch);
    const past = seek.past;
    let sought: Buffer | null = null;
    for (const key of keys) {
      yield key;
      if (seek.past === past || seek.past === null) continue;
      sought = endOfPrefix(seek.past);
      break;
    }
    if (sought !== null) {
      [from, inclusive, batch] = [sought, true, FIRST_BATCH];
    } else {
      const last = keys.at(-1);
      if (last === undefined || keys.length < batch) return;
      [from, inclusive, batch] = [Buffer.from(last), false, Math.min(batch * 4, LARGEST_BATCH)];
    }
  }
}
