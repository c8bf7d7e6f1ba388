import type { CombinedFolderRow, Deposit } from '../../api/deposits.js';

type Counts = CombinedFolderRow['states'];

/** What stands in the way of an import. */
export const openOf = (counts: Counts): number =>
  counts['not-recorded'] + counts.differs + counts['digest-differs'] + counts['not-in-workspace'];

type StepName = 'files' | 'tools' | 'record' | 'import';

/** The step that a job of the deposit belongs to, while it has not ended. */
const STEP_OF_JOB = { import: 'import', pipelineRun: 'tools', export: 'files', archiving: 'files' } as const;

/** The one step to do next, or the one that goes on by itself. */
export const nextStep = (
  { files, states }: Pick<CombinedFolderRow, 'files' | 'states'>,
  { job = null, lastRun = null }: Pick<Deposit, 'job' | 'lastRun'>,
): StepName => {
  if (job !== null) return STEP_OF_JOB[job.kind];
  if (files === 0) return 'files';
  if (openOf(states) > 0) return 'record';
  if (states.infected > 0 || (lastRun === null && states['not-scanned'] === files)) return 'tools';
  return 'import';
};
