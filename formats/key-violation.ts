import { ByteStoreFault, type ObjectAddress } from './bytes.js';

const MOST_KEY_BYTES = 1_024;

/** Why no S3 store holds an object under this key; null when it is a legal one. */
export const keyViolation = (key: string): string | null => {
  if (key === '') return 'a key is not empty';
  if (!key.isWellFormed()) return 'a key is well-formed Unicode';
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) return `a key has at most ${MOST_KEY_BYTES} bytes`;
  return null;
};

/** A `key-refused` fault that shows the key, or the beginning of a long one. */
export const keyRefused = ({ bucket, key }: ObjectAddress, why: string, cause?: unknown): ByteStoreFault =>
  new ByteStoreFault('key-refused', `${bucket} cannot hold ${JSON.stringify(key.slice(0, 200))}: ${why}`, { cause });
