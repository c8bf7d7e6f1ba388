import type { Setting } from './setting.js';

/** The settings of pipeline runs. */
export const pipelineSettings = {
  pipelineStaleMinutes: {
    variable: 'MUNIMENT_PIPELINE_STALE_MINUTES',
    fallback: '1440',
    meaning:
      'After how many minutes without progress a pipeline run is ended with errors, so that another run of the deposit can start.',
  },
  refuseInfectedImports: {
    variable: 'MUNIMENT_REFUSE_INFECTED_IMPORTS',
    fallback: 'false',
    meaning: '`true` refuses to import a deposit (422) if its last completed pipeline run found files with a virus.',
  },
  scratchFolder: {
    variable: 'MUNIMENT_SCRATCH_FOLDER',
    fallback: '',
    meaning:
      'The folder where the tools of the pipeline read files and where images are made for viewers, on a local disk. If a process is killed, the next one removes the files that it left there. When empty: `scratch/` in the data folder; without a data folder, `muniment-scratch` in the temporary folder.',
  },
  scratchMebibytes: {
    variable: 'MUNIMENT_SCRATCH_MIB',
    fallback: '51200',
    meaning:
      'How much a pipeline run may copy into the scratch folder at a time; a run with a file of more than half of this fails. If the data folder has the files, they are linked instead of copied.',
  },
  sourceOrganization: {
    variable: 'MUNIMENT_SOURCE_ORGANIZATION',
    fallback: '',
    meaning: 'The `Source-Organization` of bags that a pipeline run writes. When empty: left out.',
  },
} as const satisfies Record<string, Setting>;
