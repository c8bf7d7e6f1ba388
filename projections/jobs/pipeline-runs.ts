import type { DepositFact } from '../../events/deposit.js';
import { asked, changed, claimed, ended, failed, type JobTouches } from './job-changes.js';

/** Pipeline runs, which their deposit decides. */
export const pipelineRunTouches: JobTouches<DepositFact> = {
  PipelineRunQueued: ({ runId: jobId, depositId, archivalGroup = null, by: agent, at: submitted, retryOf = null }) =>
    asked({ jobId, kind: 'pipelineRun', agent, submitted, depositId, archivalGroup, retryOf }),
  PipelineRunClaimed: ({ runId, ...claim }) => claimed(runId, claim),
  PipelineMetadataCreated: ({ runId, at }) => changed(runId, at, () => ({})),
  PipelineRunCompleted: ({ runId, counts, at }) => {
    const files = counts === null ? null : counts.identified + counts.unidentified;
    return changed(runId, at, () => ended(at, 0, { files }));
  },
  PipelineRunFailed: ({ runId, errors: message, at }) =>
    changed(runId, at, () => failed(at, [{ path: null, message }])),
  PipelineRunForceCompleted: ({ runId, errors, by, cancelledBy = null, at }) => {
    const message = errors ?? `Ended by ${by}, who gave no reason.`;
    return changed(runId, at, () => failed(at, [{ path: null, message }], { cancelledBy }));
  },
};
