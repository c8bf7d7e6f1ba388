import type { ListedChange } from '../../../archive/compare-listings.js';
import { deletedParts } from '../../../changes/deleted-parts.js';
import { fileLines, folderLine } from '../../output/change-marks.js';
import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';

type PathOf = (name: string) => string;

/** `+ added     a.txt`; a renamed file has a second line. Into a pipe the kind, the former path and the path. */
const changeLine = ({ kind, name, from }: ListedChange, { form }: Pick<Output, 'form'>, pathOf: PathOf): string => {
  if (form !== 'pipe') return fileLines(kind, name, from);
  return `${[kind, from === null ? '' : shownName(pathOf(from)), shownName(pathOf(name))].join('\t')}\n`;
};

/** How changes are shown. */
export interface ShownChanges {
  readonly output: Pick<Output, 'form'>;
  readonly pathOf: PathOf;
  /** The folders that still have files; null where folders are not summed up. */
  readonly folders: ReadonlySet<string> | null;
}

/** A line for each change; on a terminal a folder that goes wholly is one line, and those come first. */
export const changeLines = function* (
  changes: readonly ListedChange[],
  { output, pathOf, folders }: ShownChanges,
): Generator<string> {
  const deleted = changes.flatMap(({ kind, name }) => (kind === 'deleted' ? [name] : []));
  const kept = [
    ...Array.from(folders ?? [], (folder) => `${folder}/.`),
    ...changes.flatMap(({ from }) => (from === null ? [] : [from])),
  ];
  const isSummedUp = folders !== null && output.form === 'terminal';
  const parts = isSummedUp ? deletedParts({ deleted, kept }) : { folders: [], files: deleted };
  const alone = new Set(parts.files);
  for (const { path, files } of parts.folders) yield folderLine('deleted', path, files);
  for (const change of changes)
    if (change.kind !== 'deleted' || alone.has(change.name)) yield changeLine(change, output, pathOf);
};

const sha256In = (file: ListedChange['after']): string | null =>
  file?.digest.algorithm === 'sha256' ? file.digest.value : null;

/** A change as a JSON line. */
export const changeRecord = ({ kind, name, from, before, after }: ListedChange, pathOf: PathOf): object => ({
  type: kind,
  path: pathOf(name),
  from: from === null ? null : pathOf(from),
  size: (after ?? before)?.size ?? 0,
  sha256: sha256In(after),
  sha256Before: sha256In(before),
});
