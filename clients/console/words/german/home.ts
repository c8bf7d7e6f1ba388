import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const homeWords = ({ count, plural, bytes, duration }: Formats): Words['home'] => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`;
  return {
    newDeposit: 'Neue Einlieferung',
    needs: 'Braucht Sie',
    allDeposits: 'Alle Einlieferungen',
    nothingNeeds: 'Nichts wartet auf Sie.',
    summary: (needs, running, made) =>
      `${needs === 0 ? 'Nichts braucht' : `${count(needs)} ${plural(needs, 'Sache braucht', 'Sachen brauchen')}`} Sie, ${
        running === 0
          ? 'kein Auftrag läuft'
          : `${count(running)} ${plural(running, 'Auftrag läuft', 'Aufträge laufen')}`
      }${made === 0 ? '' : `, ${count(made)} ${plural(made, 'Version wurde', 'Versionen wurden')} seit gestern gemacht`}`,
    infected: 'Infiziert',
    infectedWhy: (n) =>
      `In ${count(n)} ${plural(n, 'Datei', 'Dateien')} wurde ein Virus gefunden. Sie sind noch im Arbeitsbereich, und ein Import würde abgelehnt.`,
    failed: 'Import gescheitert',
    failedWhy:
      'Das Magazin ist, wie es war. Nehmen Sie die Einlieferung wieder in Arbeit, und importieren Sie noch einmal.',
    differs: 'Weicht ab',
    differsWhy: (n) =>
      `${files(n)} ${plural(n, 'ist', 'sind')} nicht mehr, wie das METS sie verzeichnet. Verzeichnen Sie sie neu.`,
    seeFiles: (n) => (n === 1 ? 'Die Datei ansehen' : `Die ${count(n)} Dateien ansehen`),
    seeWhat: 'Zeigen, was geschah',
    waitingLong: 'Wartet lange',
    untouched: (n) => `${count(n)} ${plural(n, 'Einlieferung', 'Einlieferungen')} seit mehr als 30 Tagen unberührt`,
    oldest: (name) => `Am längsten wartet „${name}“.`,
    listThem: 'Auflisten',
    more: (n) => `${count(n)} weitere`,
    runningNow: 'Läuft jetzt',
    allJobs: 'Alle Aufträge',
    noJobs: 'Kein Auftrag läuft oder wartet.',
    filesOf: (done, total) => `${count(done)} von ${count(total)} ${plural(total, 'Datei', 'Dateien')}`,
    bytesOf: (done, total) => `${bytes(done)} von ${bytes(total)}`,
    waits: 'Wartet, bis er an der Reihe ist',
    left: (seconds) => `noch etwa ${duration(seconds)}`,
    newVersions: 'Neue Versionen',
    activity: 'Verlauf',
    noVersions: 'Noch wurde keine Version gemacht.',
    space: 'Platz',
    system: 'System',
    workspaces: 'Arbeitsbereiche',
    ofDisk: (used, total) => `${bytes(used)} von ${bytes(total)}`,
    freed: (size, n) =>
      `${bytes(size)} liegen in ${count(n)} ${plural(n, 'Einlieferung', 'Einlieferungen')}, die schon archiviert ${plural(n, 'ist', 'sind')}`,
    repository: 'Magazin',
    holds: (groups, n) => `${count(groups)} ${plural(groups, 'Gruppe', 'Gruppen')}, ${files(n)}`,
    health: 'Zustand',
    storesRead: 'Beide Speicher sind lesbar',
    storesNotRead: (n) => (n === 1 ? 'Ein Speicher ist nicht lesbar' : 'Kein Speicher ist lesbar'),
    listsCurrent: 'Listen sind aktuell',
    listsBehind: 'Listen sind zurück',
    behind: (seconds) => `${duration(seconds)} zurück`,
    noAudit: 'Noch kein Audit',
    auditClean: 'Letztes Audit: keine Befunde',
    auditFound: (n) => `Letztes Audit: ${count(n)} ${plural(n, 'Befund', 'Befunde')}`,
    firstTitle: 'Hier ist noch nichts archiviert',
    runsOn: 'Muniment läuft auf dem Ordner',
    inTheName: 'ohne Anmeldung: alles geschieht unter dem Namen',
    withThisPage: 'Mit dieser Seite',
    beginHere: 'Mit einer Einlieferung beginnen',
    beginHow:
      'Eine Einlieferung ist ein Ort zum Arbeiten. Sie geben ihr einen Namen und legen einen Ordner hinein, sehen an, was die Prüfwerkzeuge finden und was ein Import täte, und importieren sie als Version 1. Archiviert wird nichts, bevor Sie es sagen.',
    withS3: 'Mit einem S3-Werkzeug',
    withS3Tools: 'aws, rclone, Cyberduck',
    withS3How:
      'Für große Ordner oder von einem Rechner ohne Browser: legen Sie eine Einlieferung an, nehmen Sie die Schlüssel aus ihrem Menü, und laden Sie unter objects/ hoch.',
    atTerminal: 'Am Terminal',
    atTerminalNote: 'vom Ordner zur Version mit einem Befehl',
    atTerminalHow:
      'Einige Briefe von 1911 gehören zu Muniment, zum Ausprobieren. Setzen Sie dann Ihren Ordner und Platz ein.',
    seen: 'Diese Seite zeigt es, während es geschieht.',
    fourWords: 'Vier Wörter',
    words: [
      ['Einlieferung', 'wohin Sie Dateien für eine neue Version legen'],
      ['Archivgruppe', 'was aufbewahrt wird: ein OCFL-Objekt mit allen Versionen'],
      ['Version', 'was ein Import macht; danach nie geändert'],
      ['METS', 'die Datei, die die anderen beschreibt; Muniment schreibt sie'],
    ],
  };
};
