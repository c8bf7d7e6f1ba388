import type { Words } from '../english/english.js';

export const stateWords = (): Words['states'] => ({
  deposit: {
    new: 'In Arbeit',
    exporting: 'Wird befüllt',
    preserved: 'Archiviert',
    error: 'Import gescheitert',
    archived: 'Geräumt',
  },
  depositOf: (name: string) => `Einlieferung von ${name}`,
  depositInWork: {
    new: 'Einlieferung in Arbeit',
    exporting: 'Einlieferung wird befüllt',
    preserved: 'Einlieferung wieder in Arbeit',
    error: 'Einlieferung, deren Import scheiterte',
    archived: 'Einlieferung ohne Dateien',
  },
  underWay: {
    import: 'Wird importiert',
    export: 'Wird befüllt',
    pipelineRun: 'Werkzeuge laufen',
    archiving: 'Wird geräumt',
  },
  job: {
    waiting: 'Wartet',
    held: 'Angehalten',
    running: 'Läuft',
    completed: 'Fertig',
    completedWithErrors: 'Gescheitert',
  },
  kind: {
    import: 'Import',
    export: 'Export',
    pipelineRun: 'Prüfwerkzeuge',
    archiving: 'Räumung',
    audit: 'Audit',
    adoption: 'Übernahme',
    rebuild: 'Neuaufbau einer Sicht',
  },
});
