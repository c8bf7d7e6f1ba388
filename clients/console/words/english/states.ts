export const stateWords = () => ({
  deposit: {
    new: 'In work',
    exporting: 'Being filled',
    preserved: 'Preserved',
    error: 'Import failed',
    archived: 'Archived',
  },
  depositOf: (name: string) => `Deposit of ${name}`,
  depositInWork: {
    new: 'Deposit in work',
    exporting: 'Deposit being filled',
    preserved: 'Deposit in work again',
    error: 'Deposit whose import failed',
    archived: 'Deposit without files',
  },
  underWay: {
    import: 'Importing',
    export: 'Being filled',
    pipelineRun: 'Tools are running',
    archiving: 'Being archived',
  },
  job: {
    waiting: 'Waiting',
    held: 'Held',
    running: 'Running',
    completed: 'Done',
    completedWithErrors: 'Failed',
  },
  kind: {
    import: 'Import',
    export: 'Export',
    pipelineRun: 'Tools',
    archiving: 'Archiving',
    audit: 'Audit',
    adoption: 'Adoption',
    rebuild: 'Rebuild of a view',
  },
});
