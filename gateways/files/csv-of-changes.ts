import { Readable } from 'node:stream';
import type { FolderOfChanges, VersionChange } from '../../commands/reads/compare-versions.js';
import type { FileOfVersion } from '../../commands/reads/files-of-version.js';
import { csvRecord } from '../../formats/text/csv-record.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { lastName } from '../../formats/paths/repository-path.js';
import type { Answer } from '../http/route.js';

const HEADINGS = [
  ...['change', 'path', 'name', 'size', 'digest', 'format', 'format name'],
  ...['path before', 'name before', 'size before', 'digest before'],
];

const MEDIA_TYPE = 'text/csv; charset=utf-8; header=present';

/** Changes as comma-separated values (RFC 4180), sent while they are written. */
export const csvOfChanges = async (
  { group, from, to }: { readonly group: string; readonly from: number; readonly to: number },
  folders: readonly FolderOfChanges[],
  formatOf: (change: VersionChange) => Promise<FileOfVersion['format']>,
): Promise<Answer> => {
  const [first] = folders[0]?.changes ?? [];
  if (first !== undefined) await formatOf(first); // an error is answered before anything is sent
  const lines = async function* (): AsyncGenerator<string> {
    yield csvRecord(HEADINGS);
    for (const { changes } of folders)
      for (const change of changes) yield csvRecord(fieldsOf(change, await formatOf(change)));
  };
  const name = `${lastName(group)} ${from === 0 ? 'v0' : versionName(from)} to ${versionName(to)}.csv`;
  return {
    status: 200,
    headers: { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`, Vary: 'Accept' },
    content: { kind: 'endless', stream: Readable.from(lines()), mediaType: MEDIA_TYPE },
  };
};

const fieldsOf = ({ kind, file, before }: VersionChange, format: FileOfVersion['format']): (string | number)[] => [
  ...[kind, file.path, file.name, file.size, file.digest, format?.key ?? '', format?.name ?? ''],
  ...(before === null ? ['', '', '', ''] : [before.path, before.name, before.size, before.digest]),
];
