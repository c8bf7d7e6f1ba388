import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { saveRecords } from '../../../api/downloads.js';
import { readVersionFolder, type VersionFileRow } from '../../../api/versions.js';

const HEADS = ['path', 'name', 'size', 'digest', 'format', 'pronom', 'unchanged since', 'stored as'] as const;

/** Files that are asked for at once. */
const PAGE = 10_000;

const recordOf = (file: VersionFileRow): (string | number)[] => [
  file.path,
  file.name,
  file.size,
  file.digest.value,
  file.format?.name ?? '',
  file.format?.key ?? '',
  `v${file.since}`,
  file.contentPath,
];

/** Levels of folders that are read together. */
const DEPTH = 16;

async function* files(
  path: RepositoryPath,
  folder: string,
  query: { readonly version: string; readonly name?: string; readonly depth?: number },
): AsyncGenerator<readonly VersionFileRow[]> {
  for (let offset = 0, total = 1; offset < total;) {
    const page = await readVersionFolder(path, folder, { ...query, offset, limit: PAGE });
    yield page.entries.filter((entry) => entry.kind === 'file');
    for (const entry of page.entries)
      if (entry.kind === 'folder' && entry.depth === DEPTH && entry.files > 0) yield* files(path, entry.path, query);
    total = page.total;
    offset += PAGE;
  }
}

async function* records(path: RepositoryPath, version: string, name: string) {
  yield [[...HEADS]];
  const query = name === '' ? { version, depth: DEPTH } : { version, name };
  for await (const page of files(path, '', query)) yield page.map(recordOf);
}

/** Has the browser save the files of a version whose names have a part, with their digests and where they lie. */
export const saveFileList = (path: RepositoryPath, version: string, name = ''): Promise<void> =>
  saveRecords(records(path, version, name), `${path.replaceAll('/', '-')}-${version}.csv`);
