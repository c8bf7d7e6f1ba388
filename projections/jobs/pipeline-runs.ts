import type { DepositFact } from '../../events/deposit.js';
import type { PipelineCounts } from '../../events/pipeline-run.js';
import { stepBegun, type TimedStep } from '../timed-steps.js';
import type { RunCounts } from './job-document.js';
import { asked, changed, claimed, ended, failed, type JobTouches } from './job-changes.js';

const countsOf = ({
  identified,
  unidentified,
  infected,
  failed: notWorked,
  notScanned,
}: PipelineCounts): RunCounts => ({
  ...{ identified, unidentified, infected, failed: notWorked },
  notScanned: notScanned?.files ?? null,
});

/** The steps that the worker tells at the end, where it does, after the waiting. */
const stepsOf = (steps: readonly TimedStep[], done: readonly TimedStep[] | undefined): readonly TimedStep[] =>
  done === undefined ? steps : [...steps.filter(({ step }) => step === 'wait'), ...done];

/** Pipeline runs, which their deposit decides. */
export const pipelineRunTouches: JobTouches<DepositFact> = {
  PipelineRunQueued: ({
    runId: jobId,
    depositId,
    archivalGroup = null,
    archivalGroupName,
    by: agent,
    at: submitted,
    retryOf = null,
  }) => asked({ jobId, kind: 'pipelineRun', agent, submitted, depositId, archivalGroup, archivalGroupName, retryOf }),
  PipelineRunClaimed: ({ runId, ...claim }) => claimed(runId, claim, claim.worker === null ? 'work' : 'look'),
  PipelineMetadataCreated: ({ runId, at }) =>
    changed(runId, at, ({ steps }) => ({ steps: stepBegun(steps, 'record', at) })),
  PipelineRunCompleted: ({ runId, counts, steps: done, at }) => {
    const files = counts === null ? null : counts.identified + counts.unidentified;
    return changed(runId, at, ({ steps }) =>
      ended(at, 0, { files, counts: counts === null ? null : countsOf(counts), steps: stepsOf(steps, done) }),
    );
  },
  PipelineRunFailed: ({ runId, errors: message, steps: done, at }) =>
    changed(runId, at, ({ steps }) => failed(at, [{ path: null, message }], { steps: stepsOf(steps, done) })),
  PipelineRunForceCompleted: ({ runId, errors, by, cancelledBy = null, at }) => {
    const message = errors ?? `Ended by ${by}, who gave no reason.`;
    return changed(runId, at, () => failed(at, [{ path: null, message }], { cancelledBy }));
  },
};
