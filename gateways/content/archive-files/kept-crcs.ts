import type { VersionEntry } from '../../../formats/archive-files/version-entries.js';
import type { KnownCrcs } from '../../../formats/zip/zip-file.js';

/** How many CRC-32s are kept, those set last: some twenty megabytes. */
const CAPACITY = 200_000;

/** CRC-32s by the digest of what they are of, for all zips of a service. */
export const keptCrcs = (capacity: number = CAPACITY): KnownCrcs<VersionEntry> => {
  const kept = new Map<string, number>();
  return {
    get: ({ digest }) => kept.get(digest.value),
    set({ digest }, crc) {
      kept.delete(digest.value);
      kept.set(digest.value, crc);
      for (const oldest of kept.keys()) {
        if (kept.size <= capacity) break;
        kept.delete(oldest);
      }
    },
  };
};
