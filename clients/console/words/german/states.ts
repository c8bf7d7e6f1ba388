import type { Words } from '../english/english.js';

export const stateWords = (): Words['states'] => ({
  deposit: {
    new: 'In Arbeit',
    exporting: 'Wird befüllt',
    preserved: 'Archiviert',
    error: 'Import gescheitert',
    archived: 'Geräumt',
    closed: 'Abgeschlossen',
    importing: 'Wird importiert',
    running: 'Prüfwerkzeuge laufen',
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
