import type { JobReportLine } from '../../../events/platform-job.js';
import type { JobOutput } from '../../../workers/job-output.js';
import type { JobProgress } from '../../../workers/presence/running-jobs.js';

/** What a job of the platform tells, in memory. */
export interface RecordedOutput extends JobOutput {
  readonly lines: JobReportLine[];
  readonly failures: JobReportLine[];
  readonly told: JobProgress[];
}

export const recordedOutput = (): RecordedOutput => {
  const [lines, failures, told]: [JobReportLine[], JobReportLine[], JobProgress[]] = [[], [], []];
  return {
    ...{ lines, failures, told },
    line: (line) => void lines.push(line),
    failure: (line) => void failures.push(line),
    progress: (progress) => void told.push(progress),
  };
};
