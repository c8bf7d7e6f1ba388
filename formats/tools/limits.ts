/** How much of one output is read, in bytes: more than any tool writes of 100,000 files. */
export const MOST_BYTES = 1 << 29;

/** The longest line, record or document that is looked at, in UTF-16 units. */
export const LONGEST = 65_536;

/** Of how many files one output may speak; what is said of more is not read. */
export const MOST_FILES = 300_000;

/** How many tags one output may have, and how many of them that are held on their own, unlike any other nearby. */
export const MOST_TAGS = 10_000_000;
export const MOST_UNLIKE_TAGS = 3_000_000;
