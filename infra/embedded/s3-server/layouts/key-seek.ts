/**
 * Where a walk over keys goes on. The walker asks before each step, so that the reader can send it past all keys that
 * begin with a prefix while it runs.
 */
export interface KeySeek {
  readonly prefix: string;
  /** Only keys after this one. */
  readonly after: string | null;
  /** Only keys after all that begin with this; set by the reader. */
  past: string | null;
}

/** The least byte string that is after every one that begins with `prefix`; null when there is none. */
export const endOfPrefix = (prefix: string): Buffer | null => {
  const bytes = Buffer.from(prefix);
  // No byte of UTF-8 is 0xFF, so that the last one can always be counted up.
  if (bytes.length === 0) return null;
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) + 1;
  return bytes;
};
