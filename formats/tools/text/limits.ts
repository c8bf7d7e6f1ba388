/** The longest line, record or document that is looked at, in UTF-16 units. */
export const LONGEST = 65_536;

/** How much is read of one output. */
export interface Limits {
  readonly bytes: number;
  /** Of how many files it may speak. */
  readonly files: number;
  readonly tags: number;
  /** How many of the tags may be held on their own, unlike any other nearby. */
  readonly unlikeTags: number;
}

/** More than any tool writes of 100,000 files, and less than would fill the memory. */
export const LIMITS: Limits = { bytes: 1 << 29, files: 300_000, tags: 10_000_000, unlikeTags: 3_000_000 };
