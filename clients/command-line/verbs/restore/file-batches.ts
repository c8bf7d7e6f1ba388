import type { PlacedFile } from './chosen-files.js';
import type { ReadContent } from './read-content.js';
import type { FileContent } from './writing/file-writer.js';

/** Files up to so many bytes are written together. */
const SMALL = 1024 ** 2;
/** So many files, or so many bytes, at most. */
const FILES = 128;
const BYTES = 4 * 1024 ** 2;

/** A file with its content. */
export interface ReadFile {
  readonly file: PlacedFile;
  readonly content: FileContent;
}

/** Whether a file can be written with others. */
export const isSmall = ({ file, content }: ReadFile): boolean =>
  file.size <= SMALL && (Buffer.isBuffer(content) || 'path' in content);

/** Files in their order, small ones of which many come together. Each is asked for its content when the one before has it. */
export async function* fileBatches(
  files: Iterable<PlacedFile>,
  contentOf: ReadContent,
): AsyncGenerator<readonly ReadFile[]> {
  let [batch, bytes]: [ReadFile[], number] = [[], 0];
  for (const file of files) {
    const read = { file, content: await contentOf(file) };
    if (!isSmall(read)) {
      yield [read];
      continue;
    }
    batch.push(read);
    bytes += file.size;
    if (batch.length < FILES && bytes < BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
