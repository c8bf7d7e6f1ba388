import type { JobProgress } from './presence/running-jobs.js';

/** Tells how far a job has come, for whoever looks at the record of its process; no I/O. */
export type ReportProgress = (progress: JobProgress) => void;

/** A file that is being worked. */
export interface FileProgress {
  /** So many more of its bytes were moved or read; they may be read again. */
  moved(bytes: number): void;
  /** All of it is done, so many bytes. */
  done(bytes: number): void;
}

/** Counts what a step of a job has done, and tells it. */
export interface Progress {
  /** `size` is that of the file, where it is known before. */
  begin(size?: number): FileProgress;
}

/** What a step is going to do; null while that is not known. */
export interface StepSize {
  readonly step: string;
  readonly files: number | null;
  readonly bytes: number | null;
}

/** Begins a step, which is told at once. No more is told than the step has. */
export const progress = (report: ReportProgress, { step, files: ofFiles, bytes: ofBytes }: StepSize): Progress => {
  let files = 0;
  let bytes = 0;
  const tell = (): void =>
    report({
      ...{ step, ofFiles, ofBytes },
      files: Math.min(files, ofFiles ?? files),
      bytes: Math.min(bytes, ofBytes ?? bytes),
    });
  tell();
  return {
    begin(size = Infinity) {
      let moved = 0;
      const countTo = (sofar: number): void => {
        bytes += sofar - moved;
        moved = sofar;
      };
      return {
        moved(more) {
          countTo(Math.min(size, moved + more));
          tell();
        },
        done(all) {
          countTo(all);
          files++;
          tell();
        },
      };
    },
  };
};
