type Fields = Record<string, string>;

/** A key and its value at the top, or in a match, of which the first key has a dash before it. */
const LINE = /^(|  - | {4})([a-z0-9]+) *:(?: (.*))?$/;

/**
 * Reads a document of a file as the format tool writes it, a value in each line, though its quotes are no YAML: old
 * versions do not double a quote in a name. Null where it has any other form, or names no file.
 */
export const parseYamlLines = (lines: readonly string[]): (Fields & { matches: Fields[] }) | null => {
  const file: Fields = {};
  const matches: Fields[] = [];
  for (const line of lines) if (line.trim() !== '' && !readLine(line, file, matches)) return null;
  return file['filename'] === undefined ? null : Object.assign(file, { matches });
};

/** Answers whether the line has the form of such documents. */
const readLine = (line: string, file: Fields, matches: Fields[]): boolean => {
  const [, begin, key = '', value = ''] = LINE.exec(line) ?? [];
  if (begin === '  - ') matches.push({});
  const fields = begin === '' ? file : matches.at(-1);
  if (begin === undefined || fields === undefined) return false;
  fields[key] = unquoted(value.trim());
  return true;
};

/** A quote within quotes may be doubled or not. */
const unquoted = (value: string): string => (/^'(.*)'$/.exec(value)?.[1] ?? value).replaceAll("''", "'");
