/** Where the platform's objects lie; prefixes end in `/` or are empty. */
export interface Places {
  readonly workspaceBucket: string;
  /** The OCFL storage root. */
  readonly repository: { readonly bucket: string; readonly prefix: string };
  /** Outside the storage root: inventories on their way into it. */
  readonly staging: { readonly bucket: string; readonly prefix: string };
}
