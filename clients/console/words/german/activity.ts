import type { Words } from '../english/english.js';

export const activityWords = (): Words['activity'] => ({
  title: 'Verlauf',
  what: 'Wer was an Einlieferungen, Behältern und Archivgruppen getan hat',
  views: 'Ansichten',
  tabs: { all: 'Wer hat was getan', archivalgroups: 'Archivgruppen', importjobs: 'Importe' },
  streams: {
    archivalgroups: 'Woraus andere Systeme neue Versionen erfahren, das Neueste zuerst',
    importjobs: 'Was der Speicherdienst von beendeten Importen sagt, das Neueste zuerst',
  },
  columns: { group: 'Archivgruppe', what: 'Was', job: 'Auftrag', at: 'Wann' },
  first: 'Neue Gruppe',
  newer: 'Neue Version',
  ended: 'Import beendet',
  beginning: 'Anfang des Verlaufs',
  none: 'Hier steht noch nichts',
});
