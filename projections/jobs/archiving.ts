import type { DepositFact } from '../../events/deposit.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { stepBegun } from '../timed-steps.js';
import { asked, changed, claimed, ended, failed, type JobTouches } from './job-changes.js';

/** Archive jobs, which their deposit decides; also those that archivers outside of the platform report. */
export const archivingTouches: JobTouches<DepositFact> = {
  DepositArchivingBegun: ({ jobId, depositId, archivalGroup = null, by: agent, at: submitted, retryOf = null }) =>
    asked({ jobId, kind: 'archiving', agent, submitted, depositId, archivalGroup, retryOf }),
  DepositArchivingVerified: ({ jobId, archivalGroup, version, files, bytes, at }) =>
    changed(jobId, at, ({ begun, steps }) => ({
      status: 'running',
      steps: stepBegun(steps, 'remove', at),
      rank: null,
      begun: begun ?? at,
      ...{ archivalGroup, version: versionNumber(version), files, bytes },
    })),
  DepositArchivingClaimed: ({ jobId, ...claim }) => claimed(jobId, claim, 'verify'),
  DepositArchivingFailed: ({ jobId, errors, cancelledBy = null, at }) =>
    changed(jobId, at, () => failed(at, errors, { cancelledBy })),
  DepositArchived: ({ jobId, removed: files, at }) => changed(jobId, at, () => ended(at, 0, { files })),
  ArchiveJobReported: ({ jobId, depositId, started, finished, removed: files, errors, by: agent, at }) => {
    const end = { begun: started, finished: finished ?? at, files };
    const outcome = errors.length === 0 ? ended(at, 0, end) : failed(at, errors, end);
    return asked({ jobId, kind: 'archiving', agent, submitted: at, depositId, ...outcome });
  },
};
