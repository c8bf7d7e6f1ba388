import type { IndexedFile, IndexedFolder } from '../../formats/paths/folder-index.js';
import { noOwnTerms, noTerms } from '../../formats/mets/description/terms.js';
import type { DescribedFile } from '../../formats/mets/model/described-mets.js';
import { renderTerms } from './described-entry.js';

/** How many files are in each state, by its name. */
type StateCounts = Readonly<Record<string, number>>;

/** What is counted of all files below a folder. `worst` is the first state that any of them is in; null without any. */
const renderSums = (
  { files, bytes, states }: Pick<IndexedFolder<IndexedFile, unknown>, 'files' | 'bytes' | 'states'>,
  names: readonly string[],
): { files: number; bytes: number; worst: string | null; states: StateCounts } => ({
  files,
  bytes,
  worst: names[states.findIndex((count) => count > 0)] ?? null,
  states: Object.fromEntries(names.map((name, state) => [name, states[state] ?? 0])),
});

/** The names of the states of a file, the worst first. */
export const statesIn = ({ states }: IndexedFile, names: readonly string[]): string[] =>
  names.filter((_, state) => ((states >>> state) & 1) === 1);

/** Own and effective access, rights and record identifiers, as the combined view of a deposit has them. */
export const renderRowTerms = (terms: Pick<DescribedFile, 'own' | 'effective'> | null): object => {
  const { own, effective } = terms ?? { own: noOwnTerms, effective: noTerms };
  const { access, others } = renderTerms({ own, effective });
  return { ...access, accessRestrictions: own.accessRestrictions, ...others };
};

/** A folder among the rows of another one. */
export const renderFolderRow = <Detail>(
  folder: IndexedFolder<IndexedFile, Detail>,
  names: readonly string[],
  more: (detail: Detail | null) => object,
): object => {
  const { path, name, entries, detail } = folder;
  return { kind: 'folder', path, name, entries, ...renderSums(folder, names), ...more(detail) };
};

/** The index of a state in the names; null for none. */
export const stateNamed = (names: readonly string[], name: string | undefined): number | null =>
  name === undefined ? null : names.indexOf(name);
