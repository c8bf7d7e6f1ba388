/** Where the files of an export go: the group's paths are recreated below the prefix, which ends in `/`. */
export interface Destination {
  readonly bucket: string;
  readonly prefix: string;
}

/** The id of the deposit whose workspace a destination is; null for another destination. */
export const depositAt = ({ prefix }: Destination): string | null => /^deposits\/([^/]+)\/$/.exec(prefix)?.[1] ?? null;
