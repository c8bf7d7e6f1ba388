import type { StorageRootReader } from './storage-root-reader.js';

/** Who watches a reader. */
export interface ReaderWatch {
  /** Once it is aborted, the reader fails with its reason. */
  readonly signal: AbortSignal;
  /** A file begins to be read, or its recorded digest is. */
  readonly onFile: () => void;
  readonly onBytes: (bytes: number) => void;
}

async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}

/** The same reader, for work that can be stopped and tells how far it is. */
export const watchedReader = (
  reader: StorageRootReader,
  { signal, onFile, onBytes }: ReaderWatch,
): StorageRootReader => ({
  list: (prefix) => untilAborted(reader.list(prefix), signal),
  async *open(key) {
    onFile();
    for await (const chunk of untilAborted(reader.open(key), signal)) {
      onBytes(chunk.length);
      yield chunk;
    }
  },
  storedSha256(key) {
    signal.throwIfAborted();
    onFile();
    return reader.storedSha256(key);
  },
});
