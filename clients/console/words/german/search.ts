import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const searchWords = ({ count, plural }: Formats): Words['search'] => ({
  title: 'Suche',
  of: (text) => `„${text}“`,
  files: (n) => `${count(n)} archivierte ${plural(n, 'Datei', 'Dateien')}`,
  deposits: (n) => `${count(n)} ${plural(n, 'Einlieferung', 'Einlieferungen')}`,
  record: '1 Datensatz',
  what: 'jeder Teil eines Pfads oder Namens, groß oder klein',
  results: 'Treffer',
  tabs: { files: 'Dateien', deposits: 'Einlieferungen' },
  columns: { file: 'Datei', type: 'Art', size: 'Größe', changed: 'Geändert' },
  newestFirst: 'das Neueste zuerst',
  nothingTyped: 'Wonach suchen Sie?',
  nothingTypedHow:
    'Ein Teil des Pfads oder Namens einer archivierten Datei, einer Einlieferung, ihrer Nachricht oder ihres Platzes; oder eine Kennung. Drücken Sie / und tippen Sie.',
  tooLong: 'Das ist zu lang für eine Suche',
  tooLongHow: (most) => `Eine Suche hat höchstens ${count(most)} Zeichen. Lassen Sie weg, was in der Mitte steht.`,
  noFiles: 'Keine archivierte Datei hat das in ihrem Pfad',
  noFilesHow: 'Durchsucht wird die neueste Version jeder Archivgruppe, und zwar wörtlich: Platzhalter gibt es nicht.',
  noDeposits: 'Keine Einlieferung hat das',
  noDepositsHow: 'Durchsucht werden Namen, Nachrichten, Plätze und die Kennungen der Einlieferungen.',
  noPage: 'Auf dieser Seite ist nichts',
  firstPage: 'Zur ersten Seite',
  notSearched: 'Archivierte Dateien können gerade nicht durchsucht werden. Einlieferungen stehen unten.',
  isRecord: (id) => `ist der Datensatz ${id}`,
  inCatalogue: (number) => `Nummer ${number} im Katalog`,
  pid: (pid) => `PID ${pid}`,
  itsPlace: 'Sein Platz im Magazin ist',
  newDeposit: 'Neue Einlieferung dafür',
  kinds: { image: 'Bild', audio: 'Ton', video: 'Film' },
  plainText: 'Text',
});
