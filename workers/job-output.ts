import type { JobReportLine } from '../events/platform-job.js';
import type { ReaderWatch } from '../formats/ocfl/storage-root/watched-reader.js';
import type { JobProgress } from './presence/running-jobs.js';

/** Where the work on a job of the platform tells what it finds. Without any I/O: nothing is waited for. */
export interface JobOutput {
  /** Adds a line to the report. */
  line(line: JobReportLine): void;
  /** The same for something that is not as it should be: the job ends with errors. */
  failure(line: JobReportLine): void;
  readonly progress: (progress: JobProgress) => void;
}

/** Watches what a job reads, and tells of every file and byte. */
export const toldReading = ({ progress }: JobOutput, signal: AbortSignal): ReaderWatch => {
  let files = 0;
  let bytes = 0;
  return {
    signal,
    onFile: () => progress({ files: ++files, bytes }),
    onBytes: (more) => progress({ files, bytes: (bytes += more) }),
  };
};
