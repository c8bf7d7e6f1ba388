/** A record of comma-separated values (RFC 4180) with its line end; a field is quoted where it has to be. */
export const csvRecord = (fields: readonly (string | number)[]): string => `${fields.map(csvField).join(',')}\n`;

const csvField = (field: string | number): string => {
  const text = `${field}`;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
