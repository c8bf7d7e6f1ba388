import { printable } from './printable.js';

/** The first of many names in a sentence, and how many more there are. */
export const listed = (names: readonly string[], most: number): string => {
  const shown = names.slice(0, most).map(printable).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
};
