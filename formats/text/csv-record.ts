/** A record of comma-separated values (RFC 4180) with its line end; a field is quoted where it has to be. */
export const csvRecord = (fields: readonly (string | number)[]): string => `${fields.map(csvField).join(',')}\n`;

/**
 * The same for a file that people open as a spreadsheet: a text that would be taken for a formula has an apostrophe before
 * it, as spreadsheets write it. Null is an empty field.
 */
export const sheetRecord = (fields: readonly (string | number | null)[]): string =>
  csvRecord(fields.map((field) => (typeof field === 'string' && FORMULA.test(field) ? `'${field}` : (field ?? ''))));

/** What spreadsheets take for the beginning of a formula, also in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

const csvField = (field: string | number): string => {
  const text = `${field}`;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
