/** The buckets and prefixes of the platform's objects; prefixes end in `/` or are empty. */
export interface Places {
  readonly workspaceBucket: string;
  /** The OCFL storage root. */
  readonly repository: { readonly bucket: string; readonly prefix: string };
  /** The prefixes that archival groups may be exported to, besides the workspaces of their own deposits. */
  readonly exports: readonly { readonly bucket: string; readonly prefix: string }[];
  /** Outside the storage root: inventories before they are copied into it. */
  readonly staging: { readonly bucket: string; readonly prefix: string };
}
