import type { FolderOfChanges, VersionChange } from '../../commands/reads/compare-versions.js';
import type { FileOfVersion } from '../../commands/reads/files-of-version.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { lastName } from '../../formats/paths/repository-path.js';
import type { CsvField, CsvTable } from '../service/csv-answer.js';

const HEADINGS = [
  ...['change', 'path', 'name', 'size', 'digest', 'format', 'format name'],
  ...['path before', 'name before', 'size before', 'digest before'],
];

/** Changes as a table. */
export const csvOfChanges = (
  { group, from, to }: { readonly group: string; readonly from: number; readonly to: number },
  folders: readonly FolderOfChanges[],
  formatOf: (change: VersionChange) => Promise<FileOfVersion['format']>,
): CsvTable => {
  const rows = async function* (): AsyncGenerator<CsvField[]> {
    for (const { changes } of folders) for (const change of changes) yield fieldsOf(change, await formatOf(change));
  };
  const name = `${lastName(group)} ${from === 0 ? 'v0' : versionName(from)} to ${versionName(to)}`;
  return { name, headings: HEADINGS, rows: rows() };
};

const fieldsOf = ({ kind, file, before }: VersionChange, format: FileOfVersion['format']): CsvField[] => [
  ...[kind, file.path, file.name, file.size, file.digest, format?.key ?? null, format?.name ?? null],
  ...(before === null ? [null, null, null, null] : [before.path, before.name, before.size, before.digest]),
];
