import { cause } from '../../events/cause.js';
import { onPipelineRun } from '../../commands/pipeline-run/pipeline-run-stream.js';
import { progress, type Progress } from '../progress.js';
import { accepted, intentOf, recordOf, type RunAttempt } from './run-attempt.js';

interface Amount {
  readonly files: number;
  readonly bytes: number;
}

const onRun = (attempt: RunAttempt, { files, bytes }: Amount, of: number) => {
  const intent = intentOf(attempt, `look ${files} of ${of} files ${bytes} bytes`);
  const sofar = { step: 'look', files, of, bytes };
  return onPipelineRun(attempt.dependencies, intent, {
    type: 'RecordPipelineProgress',
    ...recordOf(attempt),
    ...sofar,
  });
};

/** Records how many of the expected files the tools have looked at. Files that were replaced are looked at again. */
export const recordedProgress = (attempt: RunAttempt, expected: number): Progress =>
  progress(
    async ({ files, bytes }) => void (await onRun(attempt, { files: Math.min(files, expected), bytes }, expected)),
    (failure) =>
      attempt.log.warn('The progress of a pipeline run was not recorded', {
        run: attempt.task.jobId,
        ...cause(failure),
      }),
  );

/** Records that the tools have looked at all files, at those that came late, too. */
export const recordAllLookedAt = async (attempt: RunAttempt, files: readonly { readonly size: number }[]) => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const all = { files: files.length, bytes };
  accepted(await attempt.step('record-progress', () => onRun(attempt, all, files.length)));
};
