/** A document of the format tool's YAML: values are texts, or lists of such records. */
export type PlainDocument = ReadonlyMap<string, string | readonly Readonly<Record<string, string>>[]>;

const LINE = /^( {2}- | {4}|)([A-Za-z0-9_]+) *:(?: +(.*?))? *$/;
/** A scalar without quotes that no other form of YAML can be meant by. */
const BARE = /^[A-Za-z0-9./(+_](?:(?!: | #|:$)[^\t])*$/;

/**
 * Reads the narrow form in which the format tool writes: keys, and lists of keys, with values bare or in single quotes, a
 * line each. Null for a document in any other form, which takes a real parser, and many times as long.
 */
export const plainDocument = (lines: readonly string[]): PlainDocument | null => {
  const document = new Map<string, string | Record<string, string>[]>();
  let list: Record<string, string>[] | null = null;
  let pending: string | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const [, indent, key = '', text = ''] = LINE.exec(line) ?? [];
    const value = scalar(text);
    if (indent === undefined || value === null) return null;
    if (indent === '') {
      document.set(key, value);
      pending = text === '' ? key : null;
      list = null;
      continue;
    }
    if (indent !== '    ') {
      if (list === null) {
        if (pending === null) return null;
        list = [];
        document.set(pending, list);
      }
      list.push({});
    }
    const record = list?.at(-1);
    if (record === undefined) return null;
    record[key] = value;
  }
  return document;
};

/** The text of a scalar; null where it is not in one of the two forms. */
const scalar = (text: string): string | null => {
  if (text === '') return '';
  const quoted = /^'((?:[^']|'')*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  return BARE.test(text) ? text : null;
};
