import { join } from 'node:path';
import { ByteStoreFault, type ObjectAddress } from '../../../formats/bytes.js';

const MOST_KEY_BYTES = 1_024;
const MOST_NAME_BYTES = 255;

/** Why no store holds an object under this key; null when it is a legal one. */
const keyFault = (key: string): string | null => {
  if (key === '') return 'a key is not empty';
  if (!key.isWellFormed()) return 'a key is well-formed Unicode';
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) return `a key has at most ${MOST_KEY_BYTES} bytes`;
  return null;
};

const nameFault = (name: string): string | null => {
  if (name === '') return 'has an empty segment';
  if (name === '.' || name === '..') return `has the segment ${name}`;
  if (name.includes('\0')) return 'has a NUL character';
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) return `has a segment of more than ${MOST_NAME_BYTES} bytes`;
  return null;
};

/** A `key-refused` fault that shows the key, or the beginning of a long one. */
export const keyRefused = ({ bucket, key }: ObjectAddress, why: string, cause?: unknown): ByteStoreFault =>
  new ByteStoreFault('key-refused', `${bucket} cannot hold ${JSON.stringify(key.slice(0, 200))}: ${why}`, { cause });

/** Throws `key-refused` for what is no legal S3 key. */
export const checkKey = (at: ObjectAddress): void => {
  const fault = keyFault(at.key);
  if (fault !== null) throw keyRefused(at, fault);
};

/** The path of a key below the root of a bucket of plain files, or why it can have none. */
export const filePathOf = (root: string, key: string): { readonly path: string } | { readonly fault: string } => {
  const whole = keyFault(key);
  if (whole !== null) return { fault: whole };
  const segments = key.split('/');
  for (const segment of segments) {
    const fault = nameFault(segment);
    if (fault !== null) return { fault: `there keys are file paths, and this one ${fault}` };
  }
  return { path: join(root, ...segments) };
};
