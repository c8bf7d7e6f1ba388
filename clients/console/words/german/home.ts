import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const homeWords = ({ count, plural, bytes }: Formats): Words['home'] => ({
  newDeposit: 'Neue Einlieferung',
  needs: 'Braucht Sie',
  allDeposits: 'Alle Einlieferungen',
  nothingNeeds: 'Nichts wartet auf Sie.',
  summary: (needs, running) =>
    `${count(needs)} ${plural(needs, 'Sache braucht', 'Sachen brauchen')} Sie, ${count(running)} ${plural(running, 'Auftrag läuft', 'Aufträge laufen')}`,
  importFailed: 'Import gescheitert',
  importFailedWhy:
    'Das Magazin ist, wie es war. Nehmen Sie die Einlieferung wieder in Arbeit und importieren Sie noch einmal.',
  seeWhat: 'Zeigen, was geschah',
  waitingLong: 'Wartet lange',
  untouched: (n) => `${count(n)} ${plural(n, 'Einlieferung', 'Einlieferungen')} seit mehr als 30 Tagen unberührt`,
  oldest: (name) => `Die älteste ist „${name}“.`,
  listThem: 'Auflisten',
  runningNow: 'Läuft jetzt',
  allJobs: 'Alle Aufträge',
  noJobs: 'Kein Auftrag läuft oder wartet.',
  filesOf: (done, total) => `${count(done)} von ${count(total)} ${plural(total, 'Datei', 'Dateien')}`,
  bytesOf: (done, total) => `${bytes(done)} von ${bytes(total)}`,
  left: (duration) => `noch etwa ${duration}`,
  newVersions: 'Neue Versionen',
  activity: 'Verlauf',
  noVersions: 'Noch wurde keine Version gemacht.',
});
