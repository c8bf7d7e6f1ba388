/** Stands between two fields of a searched text: the control character that separates units. */
const SEPARATOR = '\u001f';

/** Several fields as one searched text, in which no needle matches across two of them. */
export const joinedFields = (fields: readonly (string | null)[]): string =>
  fields.flatMap((field) => (field === null || field === '' ? [] : [field.replaceAll(SEPARATOR, ' ')])).join(SEPARATOR);

/** Whether a needle could match across two fields; such a one is in no field. */
export const spansFields = (needle: string): boolean => needle.includes(SEPARATOR);
