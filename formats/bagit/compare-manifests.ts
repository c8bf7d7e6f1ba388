import { withoutLeadingDot } from './bag-path.js';

/** A file whose digest is neither what the old manifest says nor what the METS says. */
export interface ManifestDifference {
  /** Relative to the root of the bag. */
  readonly path: string;
  /** `added`: the old manifest does not name it. `lost`: the new one does not. */
  readonly kind: 'changed' | 'added' | 'lost';
  /** In lower-case hex: those of the old manifest, of the METS, and of the new manifest. */
  readonly before: readonly string[];
  readonly inMets: string | null;
  readonly now: string | null;
}

export interface ManifestComparison {
  /** SHA-256 in lower-case hex, by path in the bag; a path has several where the manifest contradicts itself. */
  readonly old: ReadonlyMap<string, readonly string[]>;
  readonly fresh: Iterable<{ readonly path: string; readonly sha256: string }>;
  /** Which paths are compared: those that begin with one of these. */
  readonly below: readonly string[];
  /** The SHA-256 that the METS has for a path in the bag; null where it has none. */
  readonly metsDigest: (path: string) => string | null;
}

/**
 * Compares the manifest of a bag with the one made anew (companion 12.3). A digest is right that is the same as before,
 * or the same as in the METS; a file that is gone from both is right too. An empty old manifest gives no differences.
 */
export const compareManifests = ({ old, fresh, below, metsDigest }: ManifestComparison): ManifestDifference[] => {
  if (old.size === 0) return [];
  const isCompared = (path: string): boolean => below.some((prefix) => path.startsWith(prefix));
  const before = new Map([...old].map(([path, digests]) => [withoutLeadingDot(path), digests]));
  const differences: ManifestDifference[] = [];
  for (const { path, sha256: now } of fresh) {
    const digests = before.get(path) ?? [];
    before.delete(path);
    if (!isCompared(path) || digests.includes(now)) continue;
    const inMets = metsDigest(path);
    const kind = digests.length === 0 ? 'added' : 'changed';
    if (inMets !== now) differences.push({ path, kind, before: digests, inMets, now });
  }
  for (const [path, digests] of before) {
    const inMets = isCompared(path) ? metsDigest(path) : null;
    if (inMets !== null) differences.push({ path, kind: 'lost', before: digests, inMets, now: null });
  }
  return differences;
};
