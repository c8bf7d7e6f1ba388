import { versionNumber } from '../version-name.js';

/** The paths of the files with each digest, in the order of their UTF-8 bytes. */
export type DigestMap = ReadonlyMap<string, readonly string[]>;

export interface VersionUser {
  readonly name: string;
  readonly address: string | null;
}

export interface VersionHeading {
  /** RFC 3339. */
  readonly created: string;
  readonly user: VersionUser | null;
  readonly message: string | null;
}

export interface InventoryVersion extends VersionHeading {
  /** Logical paths by digest. */
  readonly state: DigestMap;
}

/** What an inventory says of its versions, without the files. */
export interface InventoryHistory {
  readonly id: string;
  readonly digestAlgorithm: string;
  /** Name of the last version. */
  readonly head: string;
  /** By name, first version first. */
  readonly versions: ReadonlyMap<string, VersionHeading>;
}

/**
 * An OCFL inventory (1.0 or 1.1). Digests are verbatim; OCFL allows upper case too. An inventory is immutable: versions
 * share equal path lists to save memory.
 */
export interface Inventory extends InventoryHistory {
  /** `https://ocfl.io/1.1/spec/#inventory`, or 1.0's. */
  readonly type: string;
  /** Null where the inventory has none, which means `content`. */
  readonly contentDirectory: string | null;
  /** Content paths by digest, relative to the object root. */
  readonly manifest: DigestMap;
  /** By name, first version first. */
  readonly versions: ReadonlyMap<string, InventoryVersion>;
  /** Content paths by digest, by algorithm; null when there is no such block. */
  readonly fixity: ReadonlyMap<string, DigestMap> | null;
}

/** A version of an inventory. Throws RangeError for an unknown name. */
export const versionOf = <Version extends VersionHeading>(
  inventory: Pick<InventoryHistory, 'id'> & { readonly versions: ReadonlyMap<string, Version> },
  name: string,
): Version => {
  const version = inventory.versions.get(name);
  if (version === undefined) throw new RangeError(`${inventory.id} has no version ${name}.`);
  return version;
};

/** How many versions there are. */
export const headNumber = ({ head }: Pick<Inventory, 'head'>): number => versionNumber(head) ?? 0;

/**
 * The content path of a digest: of several, the one in the earliest version. Null when the manifest lacks the digest.
 */
export const contentPathOf = (manifest: DigestMap, digest: string): string | null =>
  earliestOf(manifest.get(digest) ?? []);

/** The content path of a file of a version; null where the version has no such file, or the manifest lacks its digest. */
export const contentPathAt = (inventory: Inventory, version: string, path: string): string | null => {
  for (const [digest, paths] of versionOf(inventory, version).state)
    if (paths.includes(path)) return contentPathOf(inventory.manifest, digest);
  return null;
};

/** Of several content paths, the one in the earliest version; null without one. */
export const earliestOf = ([first, ...others]: readonly string[]): string | null => {
  if (first === undefined) return null;
  return others.reduce((best, path) => (writtenIn(path) < writtenIn(best) ? path : best), first);
};

const writtenIn = (contentPath: string): number => versionNumber(contentPath.slice(0, contentPath.indexOf('/'))) ?? 0;
