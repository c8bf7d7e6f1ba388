/** Whether a parsed JSON value is an object, neither an array nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON value as text for a message. */
export const jsonText = (value: unknown): string => JSON.stringify(value);
