const OBJECTS = 'objects/';

/** The depositor's name of a stored file; null for what is stored beside the depositor's files. */
export const depositorPath = (stored: string): string | null =>
  stored.startsWith(OBJECTS) ? stored.slice(OBJECTS.length) : null;

/** The stored path of a file that the depositor names so. */
export const storedPath = (path: string): string => `${OBJECTS}${path}`;
