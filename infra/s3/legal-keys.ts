import { ByteStoreFault, type ObjectAddress } from '../../formats/bytes.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { keyViolation, keyRefused } from '../../formats/key-violation.js';

const MOST_NAME_BYTES = 255;

const nameViolation = (name: string): string | null => {
  if (name === '') return 'an empty segment';
  if (name === '.' || name === '..') return `the segment ${name}`;
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) return `a segment of more than ${MOST_NAME_BYTES} bytes`;
  return null;
};

/** A last slash alone stands for a folder, which stores of file paths know too. */
const pathViolation = (key: string): string | null => {
  const names = key.endsWith('/') ? key.slice(0, -1).split('/') : key.split('/');
  const fault = names.map(nameViolation).find((each) => each !== null);
  return fault === undefined ? null : `keys of this store are file paths, and this one has ${fault}`;
};

/**
 * A store that sees only keys it can hold. S3 servers over a file system file `a//b`, `a/./b` and `/a/b` under `a/b`
 * and say nothing: there such keys are refused before they are sent, and nothing is ever found under them.
 */
export const withLegalKeys = (store: ObjectStore, keys: 'any' | 'paths'): ObjectStore => {
  const violation = (key: string): string | null => keyViolation(key) ?? (keys === 'paths' ? pathViolation(key) : null);
  const mustHold = (at: ObjectAddress): void => {
    const why = violation(at.key);
    if (why !== null) throw keyRefused(at, why);
  };
  const mustBeThere = ({ bucket, key }: ObjectAddress): void => {
    if (violation(key) !== null)
      throw new ByteStoreFault('object-not-found', `${bucket} has no ${JSON.stringify(key.slice(0, 200))}`);
  };
  return {
    ...store,
    async put(at, body, options) {
      mustHold(at);
      return store.put(at, body, options);
    },
    head: async (at) => (violation(at.key) === null ? store.head(at) : null),
    async get(at, options) {
      mustBeThere(at);
      return store.get(at, options);
    },
    async copy(from, to, options) {
      mustBeThere(from);
      mustHold(to);
      return store.copy(from, to, options);
    },
    delete: (bucket, asked) =>
      store.delete(
        bucket,
        asked.filter((key) => violation(key) === null),
      ),
  };
};
