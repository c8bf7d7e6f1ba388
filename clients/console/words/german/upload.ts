import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const uploadWords = ({ count, plural, bytes, duration, when }: Formats): Words['upload'] => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`;
  return {
    title: (name, into) => (name === null ? `Dateien kommen in ${into}` : `„${name}“ kommt in ${into}`),
    pausedTitle: (name, into) =>
      name === null ? `Angehalten: Dateien in ${into}` : `Angehalten: „${name}“ in ${into}`,
    endedTitle: (name, into) =>
      name === null ? `Dateien sind hochgeladen in ${into}` : `„${name}“ ist hochgeladen in ${into}`,
    root: 'die Einlieferung',
    total: 'Hochladen',
    progress: 'Hochladen insgesamt',
    progressOf: (done, all) => `${count(done)} von ${files(all)}`,
    bytesOf: (done, all) => `${bytes(done)} von ${bytes(all)}`,
    rate: (n) => `${bytes(n)}/s`,
    left: (seconds) => `noch etwa ${duration(seconds)}`,
    comparing: 'Sieht nach, was im Arbeitsbereich ist',
    step: (percent) => `${count(percent)} % hochgeladen`,
    ended: 'Das Hochladen ist zu Ende',
    percent: (percent) => `${count(percent)} %`,
    pause: 'Anhalten',
    goOn: 'Weiter',
    stop: 'Beenden',
    stopTitle: 'Das Hochladen beenden?',
    stopWhy: (left) =>
      `${files(left)} ${plural(left, 'ist', 'sind')} noch nicht hochgeladen. Was im Arbeitsbereich ist, bleibt. Wählen Sie denselben Ordner noch einmal, dann geht es weiter.`,
    choosing: 'Was hochgeladen wird',
    readingChosen: (n) => `Liest, was Sie gewählt haben: bisher ${files(n)}`,
    notBegun: 'Das Hochladen konnte nicht beginnen.',
    dropTitle: 'Legen Sie einen Ordner oder Dateien hier ab',
    dropNow: 'Loslassen zum Hochladen',
    dropHow:
      'Sie kommen gleich in den Arbeitsbereich dieser Einlieferung, mit ihren Namen, wie sie sind. Archiviert wird erst beim Import. Dateien, die Windows und macOS für sich selbst anlegen, bleiben weg.',
    dropFolders:
      'Ein abgelegter Ordner behält seine leeren Ordner; von einem gewählten nennen Browser nur die Dateien.',
    dropMore: 'Legen Sie weitere Dateien irgendwo auf dieser Seite ab, oder',
    chooseFolder: 'Ordner wählen',
    chooseFiles: 'Dateien wählen',
    ofFolder: 'Von einem Ordner kommt',
    contents: 'sein Inhalt',
    withName: 'er mit seinem Namen',
    notOpen: 'Dateien kommen nur in eine Einlieferung in Arbeit.',
    unfinished: (name, n, begun) =>
      name === ''
        ? `Das Hochladen von ${files(n)}, begonnen ${when(begun)}, ist nicht zu Ende.`
        : `Das Hochladen von „${name}“ mit ${files(n)}, begonnen ${when(begun)}, ist nicht zu Ende.`,
    unfinishedHow:
      'Wählen Sie denselben Ordner noch einmal, dann geht es weiter, wo es aufhörte: Namen, Größen und Zeiten werden verglichen, und Teile, die da sind, werden nicht noch einmal gesendet.',
    forget: 'So lassen',
    lost: (at) => `Die Verbindung ging ${at} verloren.`,
    lostWhy: (origin) => `${origin} antwortet nicht. Das Hochladen geht von selbst weiter, sobald es wieder geht.`,
    platform: 'Die Plattform',
    back: (at, seconds) => `Die Verbindung ging ${at} verloren und kam nach ${duration(seconds)} wieder.`,
    backHow:
      'Das Hochladen ging von selbst weiter. Sie können diese Seite schließen: wählen Sie denselben Ordner noch einmal, und es geht weiter, wo es aufhörte.',
    signedOut: 'Sie wurden abgemeldet.',
    signedOutWhy:
      'Das Hochladen wartet, verloren ist nichts. Melden Sie sich auf einer anderen Seite an; hier geht es von selbst weiter.',
    signIn: 'Auf einer anderen Seite anmelden',
    halted: 'Das Hochladen kann jetzt nicht weitergehen und ist angehalten.',
    refused: (n) =>
      `${files(n)} ${plural(n, 'wurde abgewiesen und ist', 'wurden abgewiesen und sind')} nicht im Arbeitsbereich.`,
    refusedHow: 'Die anderen gehen weiter. Unten steht, was mit jeder zu tun ist.',
    refusedOnly: 'Unten steht, was mit jeder zu tun ist.',
    done: (n) => `${files(n)} ${plural(n, 'ist', 'sind')} im Arbeitsbereich.`,
    skipped: (n) =>
      `${files(n)} ${plural(n, 'war', 'waren')} schon da und ${plural(n, 'wurde', 'wurden')} nicht noch einmal hochgeladen.`,
    emptyFolders: (n) => `${count(n)} ${plural(n, 'leerer Ordner wurde', 'leere Ordner wurden')} auch angelegt.`,
    next: 'Als Nächstes: im METS verzeichnen.',
    record: 'Im METS verzeichnen',
    recording: 'Verzeichnet die Dateien',
    seeFiles: 'Dateien zeigen',
    show: 'Zeigen',
    lists: { going: 'Unterwegs', refused: 'Abgewiesen', waiting: 'Wartend', done: 'Fertig' },
    rowsLabel: 'Dateien, die hochgeladen werden',
    columns: { file: 'Datei', size: 'Größe', progress: 'Fortschritt', state: 'Stand' },
    noRows: 'Keine Datei ist so.',
    states: {
      waiting: 'wartet',
      ready: 'wartet, bis sie an der Reihe ist',
      reading: 'berechnet ihre SHA-256',
      sending: 'unterwegs',
      checking: 'der Speicher prüft das Ganze',
      done: 'Im Arbeitsbereich',
    },
    part: (done, of) => `Teil ${count(done)} von ${count(of)}`,
    refusedWord: 'Abgewiesen',
    refusals: {
      junk: 'weggelassen: eine Datei eines Betriebssystems.',
      name: (said) => `die Plattform nimmt keinen solchen Namen: ${said}.`,
      changed: 'sie änderte sich auf Ihrem Rechner, während sie gelesen wurde.',
      unreadable:
        'sie darf nicht gelesen werden oder änderte sich seit der Wahl. Wählen Sie sie neu, wenn ein neuer Versuch nicht hilft.',
      gone: 'sie ist nicht mehr auf Ihrem Rechner.',
      digest: 'der Speicher erhielt zweimal andere Bytes, als gelesen wurden.',
      taken: 'eine andere Datei dieses Namens ist im Arbeitsbereich.',
      cancelled: 'Sie haben sie weggelassen.',
      said: (said) => said,
    },
    anyway: 'Trotzdem hochladen',
    replace: 'Ersetzen',
    tryAgain: 'Erneut versuchen',
    leaveOut: 'Weglassen',
    leaveOutFile: (name) => `${name} weglassen`,
    folders: (done, all) => `Ordner: ${count(done)} von ${count(all)} fertig.`,
    checked: 'Die SHA-256 jeder Datei wird in Ihrem Browser berechnet und vom Speicher geprüft.',
    stays: 'Das Hochladen geht weiter, während Sie andere Seiten der Konsole ansehen. Lassen Sie dieses Fenster offen.',
  };
};
