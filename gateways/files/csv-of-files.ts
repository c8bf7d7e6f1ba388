import { newestOf } from '../../formats/mets/files-in-mets.js';
import type { FileOfVersion } from '../../commands/reads/files-of-version.js';
import { yieldEvery } from '../../flow/yield-every.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { lastName, type RepositoryPath } from '../../formats/paths/repository-path.js';
import type { CsvField, CsvTable } from '../service/csv-answer.js';
import { momentOrNull } from '../rendering/moment.js';

const HEADINGS = [
  ...['path', 'size', 'algorithm', 'digest', 'since', 'content type', 'format', 'format name', 'format version'],
  ...['file date', 'original name', 'virus'],
];

/** Rows that are written before yielding. */
const ROWS_PER_SLICE = 1_000;

/** Files of a version as a table. */
export const csvOfFiles = (
  { group, version }: { readonly group: RepositoryPath; readonly version: number },
  files: readonly FileOfVersion[],
): CsvTable => {
  const rows = async function* (): AsyncGenerator<CsvField[]> {
    const turn = yieldEvery(ROWS_PER_SLICE);
    for (const file of files) {
      await turn();
      yield fieldsOf(file);
    }
  };
  return { name: `${lastName(group)} ${versionName(version)}`, headings: HEADINGS, rows: rows() };
};

const fieldsOf = ({ stored, size, digest, since, mediaType, format, ...file }: FileOfVersion): CsvField[] => [
  ...[stored, size, digest.algorithm, digest.value, versionName(since), mediaType],
  ...[format?.key ?? null, format?.name ?? null, format?.version ?? null],
  ...[momentOrNull(file.fileDate), file.originalName, virusText(file)],
];

const virusText = ({ scans }: Pick<FileOfVersion, 'scans'>): string => {
  const virus = newestOf(scans);
  if (virus === null) return 'not scanned';
  return virus.found ? (virus.name ?? 'found') : 'none';
};
