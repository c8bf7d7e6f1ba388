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

/** The digests that manifests have for a file and that can be compared, the preferred one first. */
export const givenDigests = ({ manifests, digests }: Claims, path: string): readonly ManifestDigest[] => {
  const given = digests.get(path) ?? [];
  return manifests
    .flatMap(({ path: manifest, algorithm }, index) => {
      const digest = given[index];
      return digest ? [{ manifest, algorithm, digest }] : [];
    })
    .sort((a, b) => PREFERRED.indexOf(a.algorithm) - PREFERRED.indexOf(b.algorithm));
};

/** That a file has another digest than a manifest has for it, as a sentence. */
export const otherDigest = (file: string, { manifest, algorithm, digest }: ManifestDigest, found: string): string =>
  `The ${algorithm} of ${file} is ${found}, while ${manifest} of the bag says ${digest}.`;
