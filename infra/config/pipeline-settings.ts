import type { Setting } from './setting.js';

/** The settings of pipeline runs. */
export const pipelineSettings = {
  pipelineStaleMinutes: {
    variable: 'MUNIMENT_PIPELINE_STALE_MINUTES',
    fallback: '1440',
    meaning:
      'After how many minutes without any progress a pipeline run that has not ended is ended with errors, so that the deposit can be run again.',
  },
  refuseInfectedImports: {
    variable: 'MUNIMENT_REFUSE_INFECTED_IMPORTS',
    fallback: 'false',
    meaning:
      '`true` refuses to import a deposit (422) if the last pipeline run that was completed counted files with a virus.',
  },
  scratchFolder: {
    variable: 'MUNIMENT_SCRATCH_FOLDER',
    fallback: '',
    meaning:
      'Where the tools of the pipeline look at files, and where images are made for viewers, on a local disk. What a process leaves there when it is killed, the next one removes. `scratch/` in the data folder, when empty; where there is no data folder, `muniment-scratch` in the temporary folder.',
  },
  scratchMebibytes: {
    variable: 'MUNIMENT_SCRATCH_MIB',
    fallback: '51200',
    meaning:
      'How much a pipeline run may copy there at a time; a run with a file of more than half of it fails. Nothing is copied where the data folder has the files: they are linked.',
  },
  sourceOrganization: {
    variable: 'MUNIMENT_SOURCE_ORGANIZATION',
    fallback: '',
    meaning: 'The `Source-Organization` of bags that a pipeline run writes. Left out, when empty.',
  },
} as const satisfies Record<string, Setting>;
