import type { Comparison, Counts, PlaceChange } from '../../../archive/archive.js';
import { fileLines, folderLine } from '../../output/change-marks.js';
import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';

/** The kinds of changes, in the order in which they are shown. */
export const KINDS = ['added', 'changed', 'renamed', 'deleted'] as const satisfies readonly (keyof Counts)[];

/** How the files of two places are named. */
export interface ComparedNames {
  /** The name of one of the paths of a change, below the place that is compared. */
  readonly nameOf: (path: string, change: PlaceChange) => string;
  /** From the root of the archive. */
  readonly pathOf: (stored: string) => string;
  /** The topmost folder below the place that a deleted file went with; null where it did not, or is in none. */
  readonly goneFolderOf: (change: PlaceChange) => string | null;
}

/** `+ added     a.txt`; a renamed file has a second line. Into a pipe the kind, the former path and the path. */
const changeLine = (change: PlaceChange, { nameOf, pathOf }: ComparedNames, { form }: Pick<Output, 'form'>): string => {
  const { kind, stored, from } = change;
  if (form !== 'pipe') return fileLines(kind, nameOf(stored, change), from === null ? null : nameOf(from, change));
  return `${[kind, from === null ? '' : shownName(pathOf(from)), shownName(pathOf(stored))].join('\t')}\n`;
};

/** How many files went with each folder that went wholly. */
const goneFolders = async (
  comparison: Pick<Comparison, 'changes'>,
  { goneFolderOf }: ComparedNames,
): Promise<ReadonlyMap<string, number>> => {
  const folders = new Map<string, number>();
  for await (const change of comparison.changes('deleted')) {
    const folder = goneFolderOf(change);
    if (folder !== null) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return folders;
};

/** A line for each change; on a terminal a folder that goes wholly is one line, and those come first. */
export async function* changeLines(
  comparison: Pick<Comparison, 'changes'>,
  names: ComparedNames,
  output: Pick<Output, 'form'>,
): AsyncGenerator<string> {
  const isSummedUp = output.form === 'terminal';
  if (isSummedUp)
    for (const [folder, files] of await goneFolders(comparison, names)) yield folderLine('deleted', folder, files);
  for (const kind of KINDS)
    for await (const change of comparison.changes(kind))
      if (!isSummedUp || names.goneFolderOf(change) === null) yield changeLine(change, names, output);
}

const sha256In = (digest: PlaceChange['digest']): string | null =>
  digest?.algorithm === 'sha256' ? digest.value : null;

/** A change as a JSON line. */
export const changeRecord = (change: PlaceChange, { pathOf }: ComparedNames): object => {
  const { kind, stored, from, size, digest, digestBefore } = change;
  return {
    type: kind,
    path: pathOf(stored),
    from: from === null ? null : pathOf(from),
    size,
    sha256: sha256In(digest),
    sha256Before: sha256In(digestBefore),
  };
};
