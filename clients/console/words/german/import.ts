import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const importWords = ({ count, plural }: Formats): Words['import'] => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`;
  return {
    title: 'Was der Import tun würde',
    reading: 'Die Einlieferung wird mit dem Magazin verglichen',
    asOf: 'Stand',
    from: (from) => (from === 0 ? 'eine erste Version' : `von v${from} zu v${from + 1}`),
    lookAgain: 'Noch einmal ansehen',
    looking: 'Wird angesehen',
    changedSince:
      'Die Einlieferung wurde nach dieser Vorschau geändert. Sehen Sie noch einmal nach, ehe Sie importieren.',
    importAs: (version) => `Als Version ${version} importieren`,
    importDeleting: (version, n) => `Als Version ${version} importieren und ${files(n)} löschen`,
    asking: 'Der Import wird aufgegeben',
    counting: 'Warten Sie, bis die Dateien der Version gezählt sind',
    nothing: 'Nichts würde sich ändern',
    nothingWhy: 'Die neueste Version hat jede Datei so wie die Einlieferung.',
    nothingLeft: 'Alles ist ausgelassen; wählen Sie etwas zum Importieren',
    kinds: { added: 'Neu', changed: 'Geändert', renamed: 'Umbenannt', deleted: 'Gelöscht' },
    did: { added: 'neu', changed: 'geändert', renamed: 'umbenannt', deleted: 'gelöscht' },
    withMets: 'darunter das METS',
    namesOnly: 'nur Namen, keine Bytes',
    noLonger: (version) => `nicht mehr in v${version}`,
    all: 'Alle',
    show: 'Zeigen',
    stay: (n) => `${files(n)} ${plural(n, 'bleibt, wie sie ist', 'bleiben, wie sie sind')}`,
    csv: 'CSV',
    csvHeads: ['Änderung', 'Pfad', 'Name', 'Bytes'],
    chooseSome: 'Einiges auslassen',
    chooseAll: 'Nichts auslassen',
    leftOut:
      'Was nicht angehakt ist, bleibt im Magazin, wie es ist. Das METS der Einlieferung beschreibt alles; lassen Sie seine Dateien darin, sonst weicht die Version von ihrem METS ab.',
    toFiles: 'Zu den Dateien',
    toFilesWhy:
      'Ein Import braucht jede Datei verzeichnet und keine, die abweicht: die Schritte dort sagen, was noch zu tun ist.',
    columns: { name: 'Name', changes: 'Änderungen', size: 'Größe', note: 'Hinweis' },
    newFolder: 'ein neuer Ordner',
    wholeFolder: 'der ganze Ordner geht',
    newName: 'ein neuer Name',
    addressStays: 'ein neuer Name; die Adresse bleibt',
    staysIn: (from) => `bleibt in ${from === 1 ? 'v1' : `den Versionen bis v${from}`}`,
    describes: 'beschreibt dies alles',
    more: (n) => `${count(n)} weitere`,
    noneOfKind: 'Keine Datei ist so',
    noneOfKindWhy: 'Zeigen Sie alle Änderungen, um die anderen zu sehen.',
    gone: (n, of, version, folders) =>
      `${count(n)} von ${files(of)} wären in Version ${version} nicht mehr da${
        folders.length === 0 ? '' : `, darunter alles in ${folders.map((name) => `„${name}“`).join(', ')}`
      }.`,
    goneWhy: (from) =>
      `${from === 1 ? 'Version 1 behält' : `Die Versionen bis ${from} behalten`} sie, und jede lässt sich zurückholen. Was bleiben soll, muss vor dem Import wieder in die Einlieferung.`,
    confirmTitle: (n, version) => `${files(n)} in Version ${version} löschen?`,
    confirmWhy: (version) =>
      `Steht Version ${version} fest, kann nur eine weitere Version sie in die neueste zurückbringen.`,
    typeNumber: 'Geben Sie die Zahl der Dateien ein, die gehen',
    numberHint: (n) => (n < 1_000 ? `${n}` : `${n} oder ${count(n)}`),
    notThat: 'Das ist nicht die Zahl',
    deleteAndImport: 'Löschen und importieren',
    otherNow:
      'Was der Import tun würde, hat sich geändert, seit Sie nachgesehen haben. Das ist die neue Vorschau; importiert wurde nichts.',
    tooLarge:
      'Ein Auftrag dieser Größe lässt sich nur ganz importieren: lassen Sie nichts aus, oder importieren Sie die Dateien in mehreren Einlieferungen.',
    bagIncomplete: 'Vorschau, wie es ist',
    noGroup: 'Diese Einlieferung hat keinen Platz im Magazin',
    noGroupWhy: 'Wählen Sie einen in ihrem Menü; dann gibt es eine Vorschau ihres Imports.',
    closed: 'Diese Einlieferung ist abgeschlossen',
    closedWhy: 'Ihre Importe stehen unten. Nehmen Sie sie in ihrem Menü wieder auf, um an ihr zu arbeiten.',
    running: 'Der Import läuft',
    see: 'Sehen, wie weit er ist',
    earlier: 'Importe dieser Einlieferung',
    by: (agent) => `von ${agent}`,
    preserved: (version) => `${version.replace(/^v/, 'Version ')} ist archiviert.`,
    preservedWhy:
      'Ihr Verzeichnis ist veröffentlicht, und die Einlieferung ist abgeschlossen. Jede Datei wurde gelesen und mit ihrem SHA-256 verglichen.',
    openVersion: (version) => `${version.replace(/^v/, 'Version ')} öffnen`,
    compare: (from, to) => `${from} mit ${to} vergleichen`,
    certificate: 'Zertifikat',
    previewAgain: 'Neue Vorschau',
    notAnImport: 'Dieser Auftrag ist kein Import dieser Einlieferung.',
  };
};
