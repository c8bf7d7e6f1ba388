import type { Archive, ArchivedFile } from '../../../archive/archive.js';
import { countText, sizeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { digestCell, formatCell, sizeCell, timeCell } from '../../looking/file-cells.js';
import { fileRecord } from '../../looking/file-record.js';
import { selectFiles, type SelectedFiles } from '../../looking/selected-files.js';
import { pathBelow, type GroupTarget } from '../../looking/target.js';
import { writeLines } from '../../looking/write-lines.js';
import { writeTable } from '../../looking/write-table.js';
import { typedPathText } from '../../program/archive-path.js';
import type { Output } from '../../program/output.js';
import type { Session } from '../../program/verb.js';
import { foldedFiles, type FoldedEntry } from './folded-files.js';
import { listedName, type ListingOptions } from './listing-options.js';

const HEAD = [
  { name: 'SIZE', align: 'right' as const },
  { name: 'FORMAT', from: 60 },
  { name: 'FILE DATE', from: 100 },
  { name: 'SINCE' },
  { name: 'SHA-256', from: 72, style: 'dim' as const },
  { name: 'NAME' },
];

/** An entry with its path from the root of the archive. */
type ListedEntry = FoldedEntry & { readonly path: string };

/** What is listed: all files below, or what is directly in the folder. */
async function* listedEntries(
  selected: SelectedFiles,
  { group, below }: GroupTarget,
  { isRecursive }: ListingOptions,
): AsyncGenerator<ListedEntry> {
  const { kind, files, nameOf, pathOf } = selected;
  const pathOfFile = (file: ArchivedFile): string => pathBelow(group, pathOf(file));
  if (kind !== 'folder' || isRecursive) {
    for await (const file of files) yield { kind: 'file', name: nameOf(file), file, path: pathOfFile(file) };
    return;
  }
  const folder = pathBelow(group, below);
  for await (const entry of foldedFiles(files, nameOf))
    yield { ...entry, path: entry.kind === 'file' ? pathOfFile(entry.file) : `${folder}/${entry.name}` };
}

const nameCell = ({ kind, name, path }: ListedEntry, options: ListingOptions, output: Output): string => {
  const end = (text: string): string => (kind === 'folder' ? `${text}/` : typedPathText(text));
  return listedName({ name: end(name), path: end(path) }, options, output);
};

const rowOf = (entry: ListedEntry, options: ListingOptions, output: Output): string[] => {
  const name = nameCell(entry, options, output);
  if (entry.kind === 'folder') {
    const { bytes, files, since } = entry;
    return [sizeCell(bytes, output), countText(files, 'file'), '', `v${since}`, '', name];
  }
  const { file } = entry;
  return [
    sizeCell(file.size, output),
    formatCell(file, output),
    timeCell(file.fileDate, output),
    `v${file.since}`,
    digestCell(file.digest, output, options.isFull),
    name,
  ];
};

const recordOf = (entry: ListedEntry, version: number): object => {
  if (entry.kind === 'file') return fileRecord(entry.path, version, entry.file);
  const { path, files, bytes, since } = entry;
  return { type: 'folder', path, version, files, bytes, since };
};

/** Lists the files of a version; gives the members of the summary. */
export const listGroup = async (
  archive: Pick<Archive, 'files' | 'changesOf'>,
  target: GroupTarget,
  options: ListingOptions,
  { output }: Pick<Session, 'output'>,
): Promise<object> => {
  const { group, version, below } = target;
  const selected = await selectFiles(archive, target, {
    stored: options.isStored,
    verb: 'ls',
    described: options.isLong || output.form === 'json',
  });
  const sum = { files: 0, bytes: 0 };
  const summed = async function* <Shown>(show: (entry: ListedEntry) => Shown): AsyncGenerator<Shown> {
    for await (const entry of listedEntries(selected, target, options)) {
      sum.files += entry.kind === 'file' ? 1 : entry.files;
      sum.bytes += entry.kind === 'file' ? entry.file.size : entry.bytes;
      yield show(entry);
    }
  };
  if (output.form === 'json')
    for await (const record of summed((entry) => recordOf(entry, version))) await output.record(record);
  else if (options.isLong)
    await writeTable(
      output,
      HEAD,
      summed((entry) => rowOf(entry, options, output)),
    );
  else {
    const end = options.isNull ? '\0' : '\n';
    await writeLines(
      output,
      summed((entry) => nameCell(entry, options, output) + end),
    );
  }
  const where = `${shownName(pathBelow(group, selected.kind === 'pattern' ? '' : below))}@v${version}`;
  if (options.isLong) output.note(`${countText(sum.files, 'file')}, ${sizeText(sum.bytes)} in ${where}.`);
  else if (sum.files === 0) output.note(`No files in ${where}${selected.kind === 'pattern' ? ' match' : ''}.`);
  return { group, version, ...sum };
};
