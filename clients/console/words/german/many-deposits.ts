import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const manyDepositsWords = ({ count, plural }: Formats): Words['manyDeposits'] => {
  const deposits = (n: number): string => `${count(n)} ${plural(n, 'Einlieferung', 'Einlieferungen')}`;
  const are = (n: number, rest: string): string => `${deposits(n)} ${plural(n, 'ist', 'sind')} ${rest}`;
  return {
    selectPage: 'Alle auf dieser Seite auswählen',
    bar: 'Ausgewählte Einlieferungen',
    allThatMatch: (n) => `Alle ${count(n)} passenden`,
    actions: {
      open: 'Wieder bearbeiten',
      close: 'Abschließen',
      archive: 'Arbeitsbereiche räumen',
      remove: 'Löschen',
    },
    whyNot: {
      open: 'keine davon ist abgeschlossen und hat ihren Arbeitsbereich',
      close: 'nur solche, deren Import gescheitert ist, lassen sich abschließen',
      archive: 'nur von solchen, die abgeschlossen und archiviert oder gescheitert sind',
      remove: '',
    },
    title: {
      open: (n) => `${deposits(n)} wieder bearbeiten?`,
      close: (n) => `${deposits(n)} abschließen?`,
      archive: (n) => `${plural(n, 'Den Arbeitsbereich', 'Die Arbeitsbereiche')} von ${deposits(n)} räumen?`,
      remove: (n) => `${deposits(n)} löschen?`,
    },
    does: {
      open: (n) => `${deposits(n)} wieder bearbeiten`,
      close: (n) => `${deposits(n)} abschließen`,
      archive: (n) => `${count(n)} ${plural(n, 'Arbeitsbereich', 'Arbeitsbereiche')} räumen`,
      remove: (n) => `${deposits(n)} löschen`,
    },
    what: {
      open: 'Jede wird die aktive Einlieferung ihres Platzes. Sie wird abgelehnt, wo für den Platz eine andere aktiv ist.',
      close:
        'Ihre Dateien bleiben; für ihre Plätze dürfen andere Einlieferungen angelegt werden. Nur solche, deren Import gescheitert ist, lassen sich abschließen.',
      archive:
        'Ihre Dateien werden entfernt, bei jeder Einlieferung erst, wenn alle mit derselben Prüfsumme in der Version gefunden wurden. Das METS bleibt, und die Einlieferungen bleiben als geräumt in der Liste.',
      remove:
        'Alles in ihren Arbeitsbereichen wird entfernt. Was das Magazin hat, bleibt, wie es ist; Dateien, die in keiner Version sind, gehen verloren, und niemand kann sie zurückholen.',
    },
    inTurn: 'Das geschieht nacheinander; abgelehnte bleiben ausgewählt, und der Grund steht unter jeder.',
    reading: 'Gelesen wird, welche passen',
    tooMany: (most) => `Höchstens ${deposits(most)} auf einmal: grenzen Sie die Liste mit einem Filter ein`,
    none: 'Keine ist noch da, die passt',
    typeNumber: 'Geben Sie die Zahl der Einlieferungen ein',
    doing: { open: 'Wird geöffnet', close: 'Wird abgeschlossen', archive: 'Räumung beginnt', remove: 'Wird gelöscht' },
    doneOf: (done, total) => `${done} von ${total}`,
    stop: 'Aufhören',
    done: {
      open: (n) => are(n, 'wieder in Arbeit.'),
      close: (n) => are(n, 'abgeschlossen.'),
      archive: (n) =>
        `${plural(n, 'Der Arbeitsbereich', 'Die Arbeitsbereiche')} von ${deposits(n)} ${plural(n, 'wird', 'werden')} geräumt. Unter Aufträge steht, wie weit es ist.`,
      remove: (n) => are(n, 'gelöscht.'),
    },
    refusedSoFar: (n) => `${count(n)} abgelehnt`,
    refusedWhy: {
      open: 'Sie ist nicht abgeschlossen, oder ihr Arbeitsbereich wurde geräumt.',
      close: 'Nur eine Einlieferung, deren Import gescheitert ist, lässt sich abschließen.',
      archive:
        'Nur der Arbeitsbereich einer Einlieferung, die abgeschlossen und archiviert oder gescheitert ist, lässt sich räumen.',
      remove: '',
    },
    refused: (n) => `${deposits(n)} ${plural(n, 'wurde', 'wurden')} abgelehnt.`,
    left: (n) => `${deposits(n)} ${plural(n, 'wurde', 'wurden')} nicht versucht.`,
    elsewhere: 'Abgelehnt, und nicht auf dieser Seite',
    moreElsewhere: (n) => `und ${count(n)} weitere`,
    understood: 'Diese Meldung schließen',
  };
};
