/** The longest line, record or document that is read, in UTF-16 units. */
export const LONGEST = 65_536;

/** The limits of one output. */
export interface Limits {
  readonly bytes: number;
  readonly files: number;
  readonly tags: number;
  /** The most distinct tags; equal ones share an object. */
  readonly distinctTags: number;
}

/** More than any tool writes for 100,000 files, and less than would fill the memory. */
export const LIMITS: Limits = { bytes: 1 << 29, files: 300_000, tags: 10_000_000, distinctTags: 3_000_000 };
