const MiB = 1024 ** 2;

/** S3's own limit. */
const MOST_PARTS = 10_000;

/** Small enough to be held in memory and to be sent again, large enough that requests do not count. */
const LEAST_BYTES = 16 * MiB;

/** The bytes of each part of a file but the last, for the size of the file in bytes. */
export const partSizeOf = (size: number): number => Math.max(LEAST_BYTES, Math.ceil(size / MOST_PARTS / MiB) * MiB);
