/** What the index of files has of each, besides its repository path, which is searched, and its creation. */
export interface IndexedFile {
  /** RFC 3339. */
  readonly lastModified: string;
  /** In bytes; null where it was not recorded. */
  readonly size: number | null;
  readonly mimeType: string | null;
}
