import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { readEntries, type CombinedEntry } from '../../../api/deposits.js';
import {
  above,
  isChosen,
  isNothing,
  NOTHING,
  stateOf,
  toggled,
  withAll,
  type PathSelection,
} from '../../../parts/path-selection.js';
import type { TreeSelection } from '../../../parts/tree.js';
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
  /** The files and folders that the rules name, as they were when they were chosen. */
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

/** Everything that is selected, read page by page where a folder or the whole is; folders only where all of them is. */
export const selectedEntries = async (
  depositId: string,
  filter: FileFilter,
  { rules, entries }: FileSelection,
): Promise<CombinedEntry[]> => {
  const found = new Map<string, CombinedEntry>();
  const add = (entry: CombinedEntry): unknown => stateOf(rules, entry.path) === true && found.set(entry.path, entry);
  const chosen = [...rules.rules].filter(([, isOn]) => isOn).map(([path]) => path);
  const isWithin = (path: string): boolean =>
    [...above(path)].some((each) => each !== path && rules.rules.get(each) === true);
  for (const path of chosen.filter((each) => each === '' || !isWithin(each))) {
    const entry = entries.get(path);
    if (entry !== undefined) add(entry);
    if (path !== '' && entry?.kind === 'file') continue;
    for await (const each of readEntries(depositId, path, isFlat(filter) ? filter : {})) add(each);
  }
  return [...found.values()];
};

/** The files and folders that are selected as a whole, without what they hold; read where a folder is selected in part. */
export const topmostEntries = async (
  depositId: string,
  filter: FileFilter,
  selection: FileSelection,
): Promise<readonly CombinedEntry[]> => {
  const { rules, entries } = selection;
  const isWhole = [...rules.rules].every(([path, isOn]) => isOn && path !== '');
  if (isWhole) return [...entries.values()];
  const all = await selectedEntries(depositId, filter, selection);
  const paths = new Set(all.map(({ path }) => path));
  return all.filter(({ path }) => [...above(path)].every((each) => each === path || !paths.has(each)));
};

/** What is selected while a filter stays, and what the boxes of the rows change. */
export const useFileSelection = (sourceKey: readonly unknown[], whole: Amount) => {
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
  const rowSelection: TreeSelection<Entry> = {
    has: (path) => stateOf(rules, path),
    toggle: (path) => choose(toggled(rules, path)),
    range: (rows) =>
      choose(
        withAll(
          rules,
          rows.map(({ path }) => path),
        ),
        new Map(rows.map((entry) => [entry.path, entry])),
      ),
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
