type Fields = Record<string, string>;

/** A document of the format tool's YAML: values are texts, or lists of records of texts. */
export type PlainDocument = ReadonlyMap<string, string | readonly Readonly<Fields>[]>;

const LINE = /^( {0,4}- | {2,6}|)([A-Za-z0-9_]+) *:(?: (.*))?$/s;
/** An unquoted scalar that cannot be any other form of YAML. */
const BARE = /^[A-Za-z0-9./(+_](?:(?!: | #|:$)[^\t])*$/;

/**
 * Reads the subset of YAML that the format tool writes: keys, and lists of keys, each with a value in one line. Null
 * for any other document, which needs a full parser and ten times as long.
 */
export const plainDocument = (lines: readonly string[]): PlainDocument | null => {
  const document = new Map<string, string | Fields[]>();
  let open: { readonly key: string; readonly indent: string | null; readonly items: Fields[] } | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const [, indent, key = '', text = ''] = LINE.exec(line) ?? [];
    const value = scalar(text.trim());
    if (indent === undefined || value === null) return null;
    if (indent === '') {
      document.set(key, value);
      open = value === '' ? { key, indent: null, items: [] } : null;
      continue;
    }
    if (open === null) return null;
    open = { ...open, indent: open.indent ?? indent };
    document.set(open.key, open.items);
    if (indent === open.indent && indent.endsWith('- ')) open.items.push({ [key]: value });
    else if (!continues(open.items.at(-1), key, value) || indent !== open.indent?.replace('-', ' ')) return null;
  }
  return document;
};

/** Adds a field to the open item; false where there is none. */
const continues = (item: Fields | undefined, key: string, value: string): boolean => {
  if (item !== undefined) item[key] = value;
  return item !== undefined;
};

/** The text of a scalar; null for a form that is not supported here. */
const scalar = (text: string): string | null => {
  if (text === '') return '';
  const quoted = /^'((?:[^']|'')*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  return /^"([^"\\]*)"$/.exec(text)?.[1] ?? (BARE.test(text) ? text : null);
};
