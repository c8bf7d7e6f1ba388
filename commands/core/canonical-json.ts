import { createHash } from 'node:crypto';

const ordered = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** JSON with the members of every object in one order, so that equal values have equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, ordered);

/** Lower-case hex of the SHA-256 of a value's canonical JSON. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
