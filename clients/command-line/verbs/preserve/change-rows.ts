import { compareUtf8 } from '../../../../formats/paths/utf8-order.js';
import type { Counts } from '../../../archive/archive.js';
import { deletedParts } from '../../../changes/deleted-parts.js';
import type { Difference } from '../../group/folder-change.js';
import { countText, sizeText } from '../../output/amounts.js';
import { fileLines, folderLine, lineBelow, markedLine } from '../../output/change-marks.js';
import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';

type Kind = keyof Counts;

/** A file, or a whole folder, that is other in the version that would be made. */
export interface Change {
  readonly kind: Kind;
  readonly path: string;
  readonly from: string | null;
  readonly size: number;
  readonly sha256: string | null;
  readonly sha256Before: string | null;
}

const KINDS = ['added', 'changed', 'renamed', 'deleted'] as const;
/** The most names of a kind. */
const NAMED = 10;

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => compareUtf8(a.path, b.path);

/** All changes of files, kind by kind, in the order of their paths. */
export const changesOf = ({ change, before, after }: Difference): readonly Change[] => {
  const made = (kind: Kind, path: string, from: string | null = null): Change => ({
    ...{ kind, path, from },
    size: (after.get(path) ?? before.get(path))?.size ?? 0,
    sha256: after.get(path)?.sha256 ?? null,
    sha256Before: before.get(from ?? path)?.sha256 ?? null,
  });
  return [
    ...change.added.map((path) => made('added', path)).sort(byPath),
    ...change.changed.map((path) => made('changed', path)).sort(byPath),
    ...change.renamed.map(({ from, to }) => made('renamed', to, from)).sort(byPath),
    ...change.removed.map((path) => made('deleted', path)).sort(byPath),
  ];
};

const rowOf = ({ kind, path, from }: Change): string => fileLines(kind, path, from);

/** The rows of whole folders, of folders without files, and the changes that are left. */
const withFolders = (difference: Difference): { readonly rows: string[]; readonly left: readonly Change[] } => {
  const { change } = difference;
  const parts = deletedParts({ deleted: change.removed, kept: change.kept });
  const alone = new Set(parts.files);
  const folders = [
    ...parts.folders.map(({ path, files }) => ({ kind: 'deleted' as const, path, files })),
    ...change.emptyFoldersRemoved.map((path) => ({ kind: 'deleted' as const, path, files: 0 })),
    ...change.emptyFoldersAdded.map((path) => ({ kind: 'added' as const, path, files: 0 })),
  ];
  return {
    rows: folders.map(({ kind, path, files }) => folderLine(kind, path, files)),
    left: changesOf(difference).filter(({ kind, path }) => kind !== 'deleted' || alone.has(path)),
  };
};

const someOf = (changes: readonly Change[]): string[] => {
  const more = changes.length - NAMED;
  return more > 0
    ? [...changes.slice(0, NAMED).map(rowOf), lineBelow(`… ${countText(more, 'more', 'more')}: --dry-run lists all`)]
    : changes.map(rowOf);
};

/** How many files a first version has, and how large they are. */
const firstRow = ({ after }: Difference): string => {
  const bytes = [...after.values()].reduce((sum, { size }) => sum + size, 0);
  return markedLine('added', `${countText(after.size, 'file')}, ${sizeText(bytes)}`);
};

const pipeRow = ({ kind, path, from }: Change): string =>
  `${[kind, from === null ? '' : shownName(from), shownName(path)].join('\t')}\n`;

/**
 * The names of what a version changes: a folder that goes wholly first, then at most ten of each kind; for a first version
 * their number only. All of them where `isWhole`, and into a pipe.
 */
export const changeText = (
  difference: Difference,
  { form, isWhole }: Pick<Output, 'form'> & { readonly isWhole: boolean },
): string => {
  if (difference.head === null && !isWhole) return firstRow(difference);
  if (form === 'pipe') return changesOf(difference).map(pipeRow).join('');
  const { rows, left } = withFolders(difference);
  const lists = KINDS.map((kind) => left.filter((change) => change.kind === kind));
  return [...rows, ...lists.flatMap((list) => (isWhole ? list.map(rowOf) : someOf(list)))].join('');
};

/** A change as a JSON line. */
export const changeRecord = ({ kind, ...change }: Change): object => ({ type: kind, ...change });
