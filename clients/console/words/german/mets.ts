import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const metsWords = ({ count, plural }: Formats): Words['mets'] => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`;
  const ids = (n: number): string => `${count(n)} ${plural(n, 'Kennung', 'Kennungen')}`;
  return {
    says: 'Was es sagt',
    writtenBy: 'Geschrieben von',
    soEditable: ', also hier veränderlich',
    noProgram: 'einem Programm, das es nicht nennt',
    lastChange: 'Letzte Änderung',
    by: (name) => `von ${name}`,
    recorded: (n) => `${files(n)} verzeichnet`,
    removed: (n) => `${files(n)} herausgenommen`,
    edited: 'geändert, was es über sie sagt',
    opened: 'damit wurde die Einlieferung begonnen',
    uploaded: 'hochgeladen, von jemandem mit Zugang zum Arbeitsbereich',
    title: 'Titel',
    noTitle: 'keiner',
    describes: 'Beschreibt',
    differing: (unrecorded, missing) =>
      unrecorded + missing === 0
        ? 'alle des Arbeitsbereichs'
        : [
            ...(unrecorded === 0 ? [] : [`${files(unrecorded)} des Arbeitsbereichs nicht verzeichnet`]),
            ...(missing === 0 ? [] : [`${count(missing)} verzeichnete nicht da`]),
          ].join(', '),
    digest: 'SHA-256',
    ofNone: 'von keiner Datei, denn es beschreibt keine',
    ofEvery: 'von jeder Datei',
    lacking: (n) => `fehlt bei ${files(n)}`,
    filesIn: (n, folders) => `${files(n)} in ${count(folders)} ${plural(folders, 'Ordner', 'Ordnern')}`,
    begun: 'Begonnen',
    formats: 'Formate',
    ofFiles: (n) => (n === 0 ? 'von keiner Datei' : `von ${count(n)}`),
    notIdentified: (n) => `${files(n)} unter objects nicht erkannt`,
    scans: 'Virenprüfung',
    lastScan: 'zuletzt',
    infected: (n) => `${count(n)} infiziert`,
    notScanned: (n) => `${files(n)} unter objects nicht geprüft`,
    access: 'Zugang',
    rights: 'Rechte',
    noRights: 'Bewusst ohne Rechteangabe',
    notSaid: 'nicht gesagt',
    termsFor: (path, folders, n) => {
      if (path !== null) return `für ${path === '' ? 'alles' : path}`;
      const inFolders = folders === 0 ? [] : [`${count(folders)} Ordner`];
      return `für ${[...inFolders, ...(n === 0 ? [] : [files(n)])].join(' und ')}`;
    },
    otherTerms: (n) => `und ${count(n)} ${plural(n, 'andere', 'andere')}`,
    structures: 'Strukturen',
    structuresWith: (n, ranges) =>
      n === 0 ? 'keine' : `${count(n)}, mit ${count(ranges)} ${plural(ranges, 'Bereich', 'Bereichen')}`,
    file: 'Datei',
    none: 'Es gibt kein METS',
    noneHow: 'Es entsteht mit der Einlieferung oder wird hochgeladen. Ohne es kann nichts verzeichnet werden.',
    find: 'Im METS suchen',
    hits: (at, total) => (total === 0 ? 'nicht gefunden' : `${count(at)} von ${count(total)}`),
    findBefore: 'Fundstelle davor',
    findNext: 'Fundstelle danach',
    foldAll: 'Alles zuklappen',
    download: 'Herunterladen',
    asXml: 'METS als XML',
    fold: (line) => `Zeile ${count(line)} zuklappen`,
    unfold: (line) => `Zeile ${count(line)} aufklappen`,
    inside: (n) => `${count(n)} ${plural(n, 'Element', 'Elemente')}`,
    moreOfThese: (n, size) => `${count(n)} weitere davon, ${size}`,
    showAll: 'Alle zeigen',
    tooLarge: 'Dieses METS ist zu groß, um gezeigt zu werden',
    tooLargeHow: 'Es hat mehr als 50 MB. Was es sagt, steht daneben; die Datei kann heruntergeladen werden.',
    idsTitle: (n) => `${ids(n)} ${plural(n, 'ist kein XML-Name', 'sind keine XML-Namen')}.`,
    idsWhy:
      'Muniment liest sie; andere Programme weisen die Datei womöglich zurück. Jeder Verweis wird mit geändert, sonst nichts.',
    seeIds: (n) => (n === 1 ? 'Zeigen' : `Die ${count(n)} zeigen`),
    rewriteTitle: (n) => `${ids(n)} umschreiben`,
    rewrite: (n) => `${ids(n)} umschreiben`,
    rewriting: 'Kennungen werden umgeschrieben',
    rewriteWhat: (n, references) =>
      `${ids(n)} und ${count(references)} ${plural(references, 'Verweis', 'Verweise')} darauf werden geändert.`,
    idNow: 'Jetzt',
    idThen: 'Dann',
    idsRewritten: 'Die Kennungen sind umgeschrieben.',
    foreign: (program) => `„${program}“ hat dieses METS geschrieben. Muniment liest es und ändert es nie.`,
    foreignWhy:
      'Die Dateien kann man ansehen, prüfen, hochladen und importieren wie sonst. Was in das METS geschrieben werden müsste, geht hier nicht.',
    whatYouCan: 'Was Sie tun können',
    changeThere: 'Ändern, wo es entstanden ist',
    changeThereHow: (unrecorded, program, path) =>
      `${unrecorded === null || unrecorded === 0 ? `Es in ${program} ändern` : `${files(unrecorded)} in ${program} verzeichnen`}, dann die neue Datei über diese hochladen; ihr Name muss ${path} bleiben.`,
    uploadNew: 'Neues METS hochladen',
    leaveOut: (n) => `${files(n)} weglassen, die nicht verzeichnet ${plural(n, 'ist', 'sind')}`,
    leaveOutHow: 'Hier löschen; ein Import geht, sobald jede Datei mit ihrem SHA-256 verzeichnet ist.',
    showThem: (n) => `${files(n)} zeigen`,
    ownMets: 'Muniment sein eigenes schreiben lassen',
    ownMetsHow: 'Eine neue Einlieferung nimmt die Dateien auf. Die Struktur dieses METS kommt nicht mit.',
    newDeposit: 'Neue Einlieferung',
    canBeDone: 'Was geht und was nicht',
    workHead: 'Arbeit',
    here: 'Hier',
    possible: 'Möglich',
    toolsNote: 'Befunde werden gezeigt, nicht ins METS geschrieben',
    importNote: 'sobald alle Dateien darin verzeichnet sind',
    elsewhere: 'in dem Programm, das es schrieb',
    notHere: 'Nicht hier',
    work: {
      files: 'Dateien hochladen, herunterladen, löschen',
      tools: 'Werkzeuge laufen lassen',
      importing: 'Import ansehen und ausführen',
      looking: 'Ansehen, auch die Struktur',
      recording: 'Dateien im METS verzeichnen',
      terms: 'Zugang und Rechte',
      arranging: 'Struktur ordnen',
      ids: 'Kennungen umschreiben',
    },
  };
};
