const ENTRY = /^\s*([0-9A-Fa-f]+)\s+(\*?)(.+)$/s;

/** A line of a manifest, nothing decoded. */
export interface ManifestLine {
  /** Hex in lower case, of any length. */
  readonly digest: string;
  /** Whether a star stands before the path, as checksum tools write for binary files. */
  readonly hasStar: boolean;
  /** From the first character that is no white space after the digest, to the end of the line. */
  readonly path: string;
}

/** Reads a line without its line end; null where it is not a digest and a path. */
export const parseManifestLine = (line: string): ManifestLine | null => {
  const [, digest, star, path] = ENTRY.exec(line) ?? [];
  return digest === undefined || path === undefined
    ? null
    : { digest: digest.toLowerCase(), hasStar: star === '*', path };
};
