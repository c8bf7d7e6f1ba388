import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ImportJobFact } from '../../events/import-job.js';
import { stepBegun } from '../timed-steps.js';
import { asked, changed, claimed, ended, failed, type JobTouches } from './job-changes.js';

/** Imports: asked for and ended on their own stream, claimed in the ledger of their group. */
export const importTouches: JobTouches<ImportJobFact | ArchivalGroupFact> = {
  ImportJobQueued: ({
    jobId,
    resultId,
    depositId,
    archivalGroup,
    plan,
    request,
    by: agent,
    at: submitted,
    retryOf = null,
  }) =>
    asked({
      ...{ jobId, kind: 'import', agent, submitted, resultId, depositId, archivalGroup },
      ...{ archivalGroupName: request.archivalGroupName, planned: plan.files ?? null, bytes: plan.bytes, retryOf },
    }),
  ImportStarted: ({ jobId, baseVersion, ...claim }) => claimed(jobId, claim, 'prepare', { baseVersion }),
  ImportLeaseReassigned: ({ jobId, ...claim }) => claimed(jobId, claim, 'prepare'),
  ImportContentBegun: ({ jobId, at }) => changed(jobId, at, ({ steps }) => ({ steps: stepBegun(steps, 'copy', at) })),
  VersionCommitDecided: ({ jobId, version, totals, at }) =>
    changed(jobId, at, ({ steps }) => ({
      ...{ version, files: totals.addedFiles, bytes: totals.addedBytes },
      steps: stepBegun(steps, 'publish', at),
    })),
  ImportAbandoned: ({ jobId, cancelledBy = null, at }) => changed(jobId, at, () => ({ cancelledBy })),
  ImportJobCompleted: ({ jobId, version, at }) => changed(jobId, at, () => ended(at, 0, { version })),
  ImportJobFailed: ({ jobId, errors, at }) => changed(jobId, at, () => failed(at, errors)),
};
