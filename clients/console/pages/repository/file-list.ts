import { lastName, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { saveRecords } from '../../api/downloads.js';
import { readVersionFolder, type VersionFileRow } from '../../api/versions.js';

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

async function* records(path: RepositoryPath, version: string, name: string) {
  yield [[...HEADS]];
  for (let offset = 0, total = 1; offset < total;) {
    const page = await readVersionFolder(path, '', { version, name, offset, limit: PAGE });
    yield page.entries.flatMap((entry) => (entry.kind === 'file' ? [recordOf(entry)] : []));
    total = page.total;
    offset += PAGE;
  }
}

/** Has the browser save the files of a version whose names have a part, with their digests and where they lie. */
export const saveFileList = (path: RepositoryPath, version: string, name = ''): Promise<void> =>
  saveRecords(records(path, version, name), `${lastName(path)}-${version}.csv`);
