/** Where the files of an export go: the group's paths are recreated below the prefix, which ends in `/`. */
export interface Destination {
  readonly bucket: string;
  readonly prefix: string;
}
