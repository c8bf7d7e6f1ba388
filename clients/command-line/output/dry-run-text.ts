import { counted } from './cells.js';
import type { FolderChange } from '../group/folder-change.js';
import { printable } from './printable.js';

/** The difference between a folder and an archival group. */
export interface Difference {
  /** Repository path. */
  readonly path: string;
  /** The present version; null for a new group. */
  readonly version: string | null;
  readonly change: FolderChange;
  /** The new display name; null when it does not change. */
  readonly name: string | null;
  /** The question before the import; null without one. */
  readonly question: string | null;
}

const LISTED = 20;

const section = (what: string, count: string, rows: readonly string[]): string[] => {
  if (rows.length === 0) return [];
  const more = rows.length > LISTED ? [`            and ${rows.length - LISTED} more`] : [];
  const shown = rows.slice(0, LISTED).map((row) => `            ${printable(row)}`);
  return [`${what.padEnd(10)}  ${count}`, ...shown, ...more];
};

const files = (what: string, rows: readonly string[]): string[] => section(what, counted(rows.length, 'file'), rows);

const folders = (what: string, rows: readonly string[]): string[] =>
  section(
    what,
    counted(rows.length, 'folder'),
    rows.map((row) => `${row}/`),
  );

const opening = ({ path, version }: Difference, changes: boolean): string => {
  if (version === null) return `Nothing was changed. This would make a new archival group, ${path}:`;
  return changes
    ? `Nothing was changed. This would make a new version of ${path}, after ${version}:`
    : `Nothing was changed, and nothing would be: ${path} has the folder as it is, in ${version}.`;
};

/** The difference as text. */
export const dryRunText = (difference: Difference): string => {
  const { version, change, name, question } = difference;
  const rows = [
    ...files('added', change.added),
    ...files('changed', change.changed),
    ...files(
      'renamed',
      change.renamed.map(({ from, to }) => `${from} -> ${to}`),
    ),
    ...files('removed', change.removed),
    ...folders('added', change.foldersAdded),
    ...folders('removed', change.foldersRemoved),
    ...(name === null ? [] : [`name        ${printable(name)}`]),
  ];
  return [
    opening(difference, rows.length > 0),
    ...rows,
    ...(version === null ? [] : [`unchanged   ${counted(change.unchanged, 'file')}`]),
    ...(question === null ? [] : [`It would ask first: ${question}`]),
    '',
  ].join('\n');
};
