/** What the index of files has of each, besides its repository path, which is searched, and its creation. */
export interface IndexedFile {
  /** A timestamp of the platform (events/time.ts). */
  readonly lastModified: string;
  /** Lower-case hex; null in a group whose inventory uses another algorithm. */
  readonly sha256: string | null;
  /** In bytes; null where it was not recorded. */
  readonly size: number | null;
  readonly mimeType: string | null;
}
