/** A file of a copy, or something else that is in its place. */
export interface CopiedFile {
  /** Below the copy. */
  readonly name: string;
  /** Null for a link, a pipe and anything else that is no file. */
  readonly open: (() => Promise<AsyncIterable<Uint8Array>>) | null;
}

/** A copy of a version on this computer. */
export interface LocalCopy {
  /** The path and version that it says it has the files of, as `letters/1911@v1`; null where it says nothing. */
  readonly of: string | null;
  files(): AsyncIterable<CopiedFile>;
  close(): Promise<void>;
}

/** The name of a file in the payload of a bag; null for its tag files. `root` is where the bag lies in the copy. */
export const payloadName = (name: string, root: string): string | null =>
  name.startsWith(`${root}data/`) ? name.slice(`${root}data/`.length) : null;

/** Only the payload, where a copy is a bag. */
export async function* payloadOf(files: AsyncIterable<CopiedFile>, root: string): AsyncGenerator<CopiedFile> {
  for await (const file of files) {
    const name = payloadName(file.name, root);
    if (name !== null) yield { ...file, name };
  }
}
