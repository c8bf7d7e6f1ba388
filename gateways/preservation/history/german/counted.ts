import { listed, type Told } from '../listed.js';

/** What is counted: one, more of it, and more of it in the dative. */
const NOUNS = {
  file: ['Datei', 'Dateien', 'Dateien'],
  path: ['Pfad', 'Pfade', 'Pfaden'],
  error: ['Fehler', 'Fehler', 'Fehlern'],
  moreErrors: ['weiterer Fehler', 'weitere Fehler', 'weiteren Fehlern'],
  change: ['Änderung', 'Änderungen', 'Änderungen'],
} as const;

export type Noun = keyof typeof NOUNS;

/** `1 Datei`, `2 Dateien`. */
export const counted = (count: number, noun: Noun): string => `${count} ${NOUNS[noun][count === 1 ? 0 : 1]}`;

/** `1 Fehler`, `2 Fehlern`. */
export const countedInDative = (count: number, noun: Exclude<Noun, 'moreErrors'>): string =>
  `${count} ${NOUNS[noun][count === 1 ? 0 : 2]}`;

/** `3 Dateien kopiert, 1 nicht`: things of one kind by what became of them, but not of none; '' where all are none. */
export const tally = (noun: Noun, ...parts: readonly Told[]): string => listed((count) => counted(count, noun), parts);
