import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

/** Was sonst mit einer Einlieferung getan werden kann. */
export const depositMenuWords = ({ count, plural, bytes }: Formats): Words['depositMenu'] => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`;
  return {
    more: 'Mehr zu dieser Einlieferung',
    describe: 'Name und Nachricht ändern',
    described: 'Name und Nachricht sind geändert.',
    save: 'Speichern',
    saving: 'Wird gespeichert',
    choosePlace: 'Einen anderen Platz wählen',
    noPlaceYet: 'noch keiner gewählt',
    nowPlace: (path) => `jetzt ${path}`,
    placed: (path) => `Es wird ${path}.`,
    chooseFirst: 'Geben Sie den letzten Teil der Adresse ein',
    slugWrong: 'Das kann nicht in einer Adresse stehen. Buchstaben ohne Akzente, Ziffern und Bindestriche können es.',
    samePlace: 'Dort ist sie schon',
    take: 'Diesen Platz nehmen',
    keys: 'Schlüssel für ein S3-Werkzeug',
    keysBelow: 'hoch- und herunterladen mit aws, rclone oder Cyberduck',
    keysWhat: 'Sie öffnen den Arbeitsbereich dieser Einlieferung und sonst nichts, bis',
    endpoint: 'Endpunkt',
    region: 'Region',
    bucket: 'Bucket',
    below: 'Darin',
    key: 'Schlüssel',
    secret: 'Geheimnis',
    secretHidden: 'Wird nicht gezeigt; es kann kopiert werden',
    settingsWhat: 'Fügen Sie erst die Einstellungen in ein Terminal ein; darin gehen dann die Befehle unten.',
    copySettings: 'Als Einstellungen für aws kopieren',
    uploadWhat: 'Einen Ordner hochladen:',
    downloadWhat: 'Alles herunterladen:',
    keysHint: 'Dateien, die so kommen, erscheinen als nicht verzeichnet, wenn die Dateien wieder geöffnet werden.',
    noKeys: 'Dieser Speicher hat keine Schlüssel für eine Einlieferung.',
    noKeysHow: 'Laden Sie stattdessen auf diesen Seiten hoch und herunter.',
    zip: 'Alles herunterladen',
    zipAll: 'als Zip, mit dem METS und dem, was die Werkzeuge fanden',
    zipBelow: (n, size) => `${files(n)}, ${bytes(size)}, als Zip`,
    copyAddress: 'Adresse dieser Seite kopieren',
    list: 'Liste der Dateien als CSV',
    listing: 'Dateien werden aufgelistet',
    whenOpen: 'die Einlieferung ist abgeschlossen',
    close: 'Einlieferung abschließen',
    closeBelow: 'ihre Dateien bleiben; für den Platz kann es eine andere geben',
    closeWhen: 'nur eine, deren Import gescheitert ist, kann abgeschlossen werden',
    closed: 'Die Einlieferung ist abgeschlossen.',
    openAgain: 'Wieder bearbeiten',
    openBelow: 'sie wird die aktive Einlieferung ihres Platzes',
    opened: 'Die Einlieferung ist wieder in Arbeit.',
    archive: 'Arbeitsbereich räumen',
    archiveBelow: 'das Magazin behält die Dateien',
    archiveWhen: 'nur wenn sie abgeschlossen und archiviert oder gescheitert ist',
    archivedAlready: 'der Arbeitsbereich wurde geräumt',
    archiveTitle: 'Den Arbeitsbereich dieser Einlieferung räumen?',
    archiveWhat:
      'Ihre Dateien werden entfernt, nachdem jede mit derselben Prüfsumme in der Version gefunden wurde. Das METS bleibt, und die Einlieferung bleibt als geräumt in der Liste.',
    lastChanged: 'Zuletzt geändert',
    ages: { P6M: 'vor mindestens 6 Monaten', P1M: 'vor mindestens 1 Monat', P0D: 'irgendwann' },
    wouldRemove: 'Entfernt würden',
    versionHas: (version) => `${version} hat sie.`,
    notArchivable: 'Die Gründe oben stehen im Weg',
    stillCounting: 'Noch wird nachgesehen, was entfernt würde',
    startingArchive: 'Wird begonnen',
    archiving: 'Der Arbeitsbereich wird geräumt. Unter Aufträge steht, wie weit es ist.',
    remove: 'Einlieferung löschen',
    notNow: 'Diese Einlieferung kann jetzt nicht gelöscht werden',
    jobSince: {
      import: 'Ihr Import',
      export: 'Ihr Export',
      archiving: 'Ihre Archivierung',
    },
    underWaySince: (what, at) => `${what}, aufgegeben ${at}, ist noch nicht zu Ende.`,
    notNowWhy:
      'Der Auftrag braucht den Arbeitsbereich. Warten Sie, bis er zu Ende ist, oder brechen Sie ihn ab, solange das geht.',
    deleteTitle: (n) =>
      n === null || n === 0 ? 'Diese Einlieferung löschen?' : `Diese Einlieferung und ihre ${files(n)} löschen?`,
    emptied: 'Der Arbeitsbereich wird geleert,',
    lostAll: (n) =>
      n === 0
        ? 'Darin sind keine Dateien.'
        : `${plural(n, 'Diese Datei ist', 'Diese Dateien sind')} in keiner Version, und niemand kann sie zurückholen.`,
    lostOf: (lost, n, path) =>
      lost === 0
        ? `Alle sind in der neuesten Version von ${path}, die bleibt, wie sie ist.`
        : `${count(lost)} dieser Dateien ${plural(lost, 'ist', 'sind')} nicht in der neuesten Version von ${path}, und niemand kann sie zurückholen. Die anderen ${count(n - lost)} bleiben dort.`,
    deleteAll: 'Einlieferung und Dateien löschen',
    deleteOnly: 'Einlieferung löschen',
    deleted: (name) => `Die Einlieferung „${name}“ ist gelöscht.`,
  };
};
