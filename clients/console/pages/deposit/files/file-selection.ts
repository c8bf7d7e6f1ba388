import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { entryQuery, readEntries, type CombinedEntry } from '../../../api/deposits.js';
import {
  above,
  inside,
  insideOf,
  isChosen,
  isNothing,
  NOTHING,
  rulesOver,
  stateOf,
  toggled,
  withAll,
  withInside,
  type PathSelection,
} from '../../../parts/lists/path-selection.js';
import type { ChosenPart, TreeSelection } from '../../../parts/lists/tree.js';
import { useWords } from '../../../words/language.js';
import { isFlat, type Entry, type FileFilter } from './entry.js';

/** How many files, and how many bytes they have; null where only their number is known. */
export interface Amount {
  readonly files: number;
  readonly bytes: number | null;
}

/** What is selected of the files of a deposit. */
export interface FileSelection {
  readonly rules: PathSelection;
  /** The files and folders that the rules name, by rule, as they were when they were chosen. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** What the top holds, or the list that the filter shows. */
  readonly whole: Amount;
}

const amountOf = (entry: Entry): Amount =>
  entry.kind === 'folder' ? { files: entry.files, bytes: entry.bytes } : { files: 1, bytes: entry.size ?? 0 };

/** How much is selected: each rule turns round what the one above it says. */
export const selectedAmount = ({ rules, entries, whole }: FileSelection): Amount => {
  let files = 0;
  let bytes: number | null = 0;
  for (const [path, isOn] of rules.rules) {
    const entry = entries.get(path);
    const amount = path === '' ? whole : entry === undefined ? { files: 0, bytes: 0 } : amountOf(entry);
    const sign = isOn ? 1 : -1;
    files += sign * amount.files;
    bytes = bytes === null || amount.bytes === null ? null : bytes + sign * amount.bytes;
  }
  return { files, bytes };
};

/** Entries that are read before it is told how many were. */
const TOLD = 1_000;

/**
 * Everything that is selected, read page by page where a folder or the whole is; folders only where all of them is. Tells
 * how many were read.
 */
export const selectedEntries = async (
  depositId: string,
  filter: FileFilter,
  { rules, entries }: FileSelection,
  onRead?: (entries: number) => void,
): Promise<CombinedEntry[]> => {
  const found = new Map<string, CombinedEntry>();
  let read = 0;
  const add = (entry: CombinedEntry): unknown => stateOf(rules, entry.path) === true && found.set(entry.path, entry);
  const chosen = [...rules.rules].filter(([, isOn]) => isOn).map(([path]) => path);
  const isWithin = (path: string): boolean =>
    [...rulesOver(path)].some((each) => each !== path && rules.rules.get(each) === true);
  for (const path of chosen.filter((each) => each === '' || !isWithin(each))) {
    const folder = insideOf(path);
    const entry = entries.get(path);
    if (folder === null && entry !== undefined) add(entry);
    if (folder === null && entry?.kind === 'file') continue;
    for await (const each of readEntries(depositId, folder ?? path, isFlat(filter) ? filter : {})) {
      add(each);
      if (++read % TOLD === 0) onRead?.(read);
    }
  }
  return [...found.values()];
};

/** The files and folders that are selected by themselves, where all of the selection is; null where some has to be read. */
export const namedEntries = ({ rules, entries }: FileSelection): readonly CombinedEntry[] | null =>
  [...rules.rules].every(([rule, isOn]) => isOn && insideOf(rule) === null) ? [...entries.values()] : null;

/** The files and folders that are selected as a whole, without what they hold; `read` reads them where that is needed. */
export const topmostEntries = async (
  selection: FileSelection,
  read: () => Promise<readonly CombinedEntry[]>,
): Promise<readonly CombinedEntry[]> => {
  const named = namedEntries(selection);
  if (named !== null) return named;
  const all = await read();
  const paths = new Set(all.map(({ path }) => path));
  return all.filter(({ path }) => [...above(path)].every((each) => each === path || !paths.has(each)));
};

/** What is selected while a filter stays, and what the boxes of the rows change. */
export const useFileSelection = (depositId: string, sourceKey: readonly unknown[], whole: Amount) => {
  const { parts, deposit } = useWords();
  const client = useQueryClient();
  const of = JSON.stringify(sourceKey);
  const nothing = useMemo(() => ({ of, rules: NOTHING, entries: new Map<string, Entry>() }), [of]);
  const [kept, keep] = useState(nothing);
  const { rules, entries } = kept.of === of ? kept : nothing;
  /** What is loaded of the rows, by their paths. */
  const loaded = (): Map<string, Entry> => {
    const blocks = client.getQueriesData<{ readonly entries: readonly Entry[] }>({
      queryKey: [...sourceKey, 'folder'],
    });
    return new Map(blocks.flatMap(([, block]) => (block?.entries ?? []).map((entry) => [entry.path, entry] as const)));
  };
  const choose = (next: PathSelection, known = loaded()): void => {
    const named = [...next.rules.keys()].flatMap((path) => {
      const entry = known.get(path) ?? entries.get(path);
      return entry === undefined ? [] : [[path, entry] as const];
    });
    keep({ of, rules: next, entries: new Map(named) });
  };
  /** Adds the folders of which all is selected but for a few, which tell how much that is. */
  const nameFolders = async (chosen: readonly ChosenPart<Entry>[], known: Map<string, Entry>): Promise<void> => {
    for (const { folder, isAllBut } of chosen) {
      if (!isAllBut || folder === '') continue;
      const entry = known.get(folder) ?? (await client.query(entryQuery(depositId, folder)));
      if (entry !== null) known.set(inside(folder), { ...entry, isFolder: true });
    }
  };
  const rowSelection: TreeSelection<Entry> = {
    has: (path) => stateOf(rules, path),
    toggle: (path) => choose(toggled(rules, path)),
    byFolder: true,
    range: async (chosen) => {
      const known = loaded();
      await nameFolders(chosen, known);
      choose(
        chosen.reduce((next, { folder, isAllBut, entries: found }) => {
          const paths = found.map(({ path }) => path);
          for (const entry of found) known.set(entry.path, entry);
          return isAllBut ? withInside(next, folder, paths) : withAll(next, paths);
        }, rules),
        known,
      );
    },
    toggleAll: () => choose(isNothing(rules) || isChosen(rules, '') ? toggled(rules, '') : withAll(rules, [''])),
    all: stateOf(rules, ''),
    label: (path) => parts.select(path.slice(path.lastIndexOf('/') + 1)),
    allLabel: deposit.selectAll,
  };
  return {
    selection: { rules, entries, whole } satisfies FileSelection,
    isEmpty: isNothing(rules),
    clear: () => keep(nothing),
    rowSelection,
  };
};
