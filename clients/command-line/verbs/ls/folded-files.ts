import type { ArchivedFile } from '../../../archive/archive.js';

/** A file of a folder, or a folder in it with the sums of all that is below. */
export type FoldedEntry = { readonly kind: 'file'; readonly name: string; readonly file: ArchivedFile } | FoldedFolder;

interface FoldedFolder {
  readonly kind: 'folder';
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** The newest version that brought one of the files. */
  readonly since: number;
}

/** What is directly in a folder: `nameOf` gives the path of a file below it. The files of a folder follow each other. */
export async function* foldedFiles(
  files: AsyncIterable<ArchivedFile>,
  nameOf: (file: ArchivedFile) => string,
): AsyncGenerator<FoldedEntry> {
  let folder: FoldedFolder | null = null;
  for await (const file of files) {
    const [first = '', ...below] = nameOf(file).split('/');
    const name = below.length === 0 ? null : first;
    if (folder !== null && folder.name !== name) {
      yield folder;
      folder = null;
    }
    if (name === null) {
      yield { kind: 'file', name: first, file };
      continue;
    }
    const sum: FoldedFolder = folder ?? { kind: 'folder', name, files: 0, bytes: 0, since: 0 };
    folder = {
      ...sum,
      files: sum.files + 1,
      bytes: sum.bytes + file.size,
      since: Math.max(sum.since, file.since),
    };
  }
  if (folder !== null) yield folder;
}
