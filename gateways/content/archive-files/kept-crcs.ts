import type { RecordedDigest } from '../../../formats/digests/checked-bytes.js';
import type { KnownCrcs } from '../../../formats/zip/zip-file.js';

/** How many CRC-32s are kept, those set last: some twenty megabytes. */
const CAPACITY = 200_000;

/** What CRC-32s are kept by; those of what has no digest are not. */
interface Digested {
  readonly digest: RecordedDigest | null;
}

export type KeptCrcs = KnownCrcs<Digested>;

/** CRC-32s by the digest of what they are of, for all zips of a service. */
export const keptCrcs = (capacity: number = CAPACITY): KeptCrcs => {
  const kept = new Map<string, number>();
  return {
    get: ({ digest }) => (digest === null ? undefined : kept.get(digest.value)),
    set({ digest }, crc) {
      if (digest === null) return;
      kept.delete(digest.value);
      kept.set(digest.value, crc);
      for (const oldest of kept.keys()) {
        if (kept.size <= capacity) break;
        kept.delete(oldest);
      }
    },
  };
};
