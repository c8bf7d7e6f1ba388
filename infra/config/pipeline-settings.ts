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
} as const satisfies Record<string, Setting>;
