import type { Words } from '../english/english.js';

export const stateWords = (): Words['states'] => ({
  deposit: {
    new: 'In Arbeit',
    exporting: 'Wird befüllt',
    preserved: 'Archiviert',
    error: 'Import gescheitert',
    archived: 'Geräumt',
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
