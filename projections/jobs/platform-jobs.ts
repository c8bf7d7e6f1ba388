import type { PlatformJobFact, PlatformJobSummary } from '../../events/platform-job.js';
import { asked, changed, claimed, ended, type JobTouches } from './job-changes.js';
import { MOST_ERRORS, type JobDocument } from './job-document.js';

/** What an audit read; nothing of other jobs, which read no content. */
const sizeOf = (summary: PlatformJobSummary | null): Partial<Pick<JobDocument, 'files' | 'bytes'>> =>
  summary !== null && 'files' in summary ? { files: summary.files, bytes: summary.bytesRead } : {};

/** Audits, adoptions and rebuilds, which their own streams decide. */
export const platformJobTouches: JobTouches<PlatformJobFact> = {
  JobRequested: ({ jobId, kind, parameters, by: agent, at: submitted, retryOf = null }) => {
    const archivalGroup = 'archivalGroup' in parameters ? parameters.archivalGroup : null;
    return asked({ jobId, kind, agent, submitted, archivalGroup, retryOf });
  },
  JobClaimed: ({ jobId, ...claim }) => claimed(jobId, claim, 'work'),
  JobEnded: ({ jobId, summary, errors, failures, cancelledBy = null, at }) =>
    changed(jobId, at, () => ({
      ...ended(at, failures, sizeOf(summary)),
      summary,
      errors: errors.slice(0, MOST_ERRORS),
      cancelledBy,
    })),
};
