/** A manifest of the payload or of the tag files. */
export interface Manifest {
  readonly path: string;
  /** In lower case, as the name of the manifest has it. */
  readonly algorithm: string;
}

/** What the manifests of one kind say. */
export interface Claims {
  readonly manifests: readonly Manifest[];
  /**
   * By path, a place for each manifest in their order: a digest in lower-case hex, '' for one that cannot be compared,
   * undefined where the manifest does not name the path.
   */
  readonly digests: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Further digests that a manifest which contradicts itself gives, by manifest and path. */
  readonly contradicted: readonly GivenDigest[];
  /** Digests of paths that may not stand in a manifest of this kind, as the lines have them. */
  readonly misplaced: readonly GivenDigest[];
  /** False where they name more files than the limit, so that the rest was not read. */
  readonly isWhole: boolean;
}

/** A digest that a manifest gives for a path; lower-case hex of any length. */
export interface GivenDigest {
  readonly manifest: string;
  readonly path: string;
  readonly digest: string;
}

/** A digest that a file is to have by a manifest. */
export interface ManifestDigest {
  /** The path of the manifest in the bag. */
  readonly manifest: string;
  readonly algorithm: string;
  /** In lower-case hex. */
  readonly digest: string;
}

/** The algorithms by which a file is verified where several manifests name it, the preferred one first. */
const PREFERRED: readonly string[] = ['sha256', 'sha512', 'sha384', 'sha224', 'sha1', 'md5'];

/** The digest by which a file is verified; null where no manifest has one for it that can be compared. */
export const preferredDigest = ({ manifests, digests }: Claims, path: string): ManifestDigest | null => {
  const given = digests.get(path) ?? [];
  for (const algorithm of PREFERRED)
    for (const [index, manifest] of manifests.entries()) {
      const digest = given[index];
      if (manifest.algorithm === algorithm && digest) return { manifest: manifest.path, algorithm, digest };
    }
  return null;
};
