/** The columns that there are, besides the name, which is always first. */
export const COLUMN_NAMES = [
  'state',
  'place',
  'version',
  'lockedBy',
  'by',
  'lastModified',
  'created',
  'createdBy',
  'preserved',
  'preservedBy',
  'exported',
  'findings',
  'layout',
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];

/** Those that are shown unless told otherwise, in their order. */
export const USUAL: readonly ColumnName[] = ['state', 'place', 'version', 'lockedBy', 'by', 'lastModified', 'created'];

/** As many as a table has, the name with them. */
export const MOST_COLUMNS = 9;

/** The columns that an address asks for, in its order; each once, and no more than a table has. */
export const columnNamesIn = (text: string | undefined): readonly ColumnName[] => {
  if (text === undefined) return USUAL;
  const asked = [...new Set(text.split(','))];
  return asked.flatMap((each) => COLUMN_NAMES.find((name) => name === each) ?? []).slice(0, MOST_COLUMNS - 1);
};

/** The name alone: a text that names no column. */
const NONE = 'name';

/** Columns as the text of an address, '' for the usual ones. */
export const columnsText = (names: readonly ColumnName[]): string => {
  const text = names.join(',');
  return text === USUAL.join(',') ? '' : text || NONE;
};

/** Takes a column away, or shows it as the last one. */
export const withToggled = (names: readonly ColumnName[], name: ColumnName): readonly ColumnName[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name];

/** Puts a column that is shown at a place from 0; beyond the first or last place it is there. */
export const withMoved = (names: readonly ColumnName[], name: ColumnName, to: number): readonly ColumnName[] =>
  names.filter((each) => each !== name).toSpliced(Math.max(0, to), 0, name);
