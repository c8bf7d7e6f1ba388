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
