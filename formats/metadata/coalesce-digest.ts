import type { MetadataEntry } from './entries.js';
import { MetadataFault } from './fault.js';

/**
 * The SHA-256 of all entries that have one, in lower-case hex; null where none has. Throws MetadataFault
 * `digests-differ` (companion 9.8).
 */
export const coalesceDigest = (path: string, entries: Iterable<MetadataEntry>): string | null => {
  const digests = new Set<string>();
  for (const entry of entries) {
    if (entry.type !== 'DigestMetadata' && entry.type !== 'FileFormatMetadata') continue;
    if (entry.digest) digests.add(entry.digest.toLowerCase());
  }
  if (digests.size > 1) throw new MetadataFault('digests-differ', `Digests for ${path} are not all the same`);
  const [digest] = digests;
  return digest ?? null;
};
