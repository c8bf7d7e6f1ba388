import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const partsWords = ({ bytes, count, plural, when }: Formats): Words['parts'] => ({
  added: (n) => `${count(n)} neu`,
  changed: (n) => `${count(n)} geändert`,
  renamed: (n) => `${count(n)} umbenannt`,
  deleted: (n) => `${count(n)} gelöscht`,
  files: (n) => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`,
  whereThisIs: 'Wo das ist',
  tryAgain: 'Noch einmal versuchen',
  noAnswer: 'Die Plattform antwortet nicht. Sie wird alle 5 Sekunden wieder gefragt.',
  heldBy: (what, by, since) => `${what}, von ${by} seit ${when(since)}`,
  loading: 'Wird geladen',
  stillLoading: 'Wird noch geladen',
  tree: {
    listing: (n) => `Der Arbeitsbereich wird aufgelistet: bisher ${count(n)} ${plural(n, 'Datei', 'Dateien')}`,
    reading: (read, of) => `Die METS-Datei wird gelesen: ${bytes(read)} von ${bytes(of)}`,
    comparing: (n) =>
      n === 0
        ? 'Die METS-Datei wird mit dem Arbeitsbereich verglichen'
        : `Die METS-Datei wird mit dem Arbeitsbereich verglichen: bisher ${count(n)} ${plural(n, 'Datei', 'Dateien')}`,
  },
  none: 'Keine',
  rowsOnAPage: 'Zeilen auf einer Seite',
  aPage: (rows) => `${rows} je Seite`,
  rangeOf: (first, last, total) => `${first}–${last} von ${total}`,
  previous: 'Zurück',
  next: 'Weiter',
  firstPage: 'Das ist die erste Seite',
  lastPage: 'Das ist die letzte Seite',
  makingCsv: 'CSV wird erstellt',
  cancel: 'Abbrechen',
  open: 'Öffnen',
  close: 'Schließen',
  messages: 'Was getan wurde',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyCommand: 'Befehl kopieren',
  selectAll: 'Alle auswählen',
  select: (name) => `${name} auswählen`,
  selecting: (n) => `${count(n)} Zeilen werden ausgewählt …`,
  more: 'Mehr',
  topOfRepository: 'Oberste Ebene des Magazins',
  nothingInside: 'Noch nichts ist darin.',
});
