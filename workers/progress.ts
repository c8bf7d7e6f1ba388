import { throttle } from '../flow/throttle.js';

/** Reports the progress of a job at most every ten seconds, without delaying the work. */
export interface Progress {
  /** The bytes of a file are stored in the object and verified. */
  add(file: { readonly bytes: number }): void;
  /** Some bytes of a large file were copied. */
  reportIfDue(): void;
  /** Reports at once what was done by now. */
  report(): void;
  /** Waits for a report that is under way; never rejects. */
  end(): Promise<void>;
}

const EVERY_MS = 10_000;

/** A report that fails is told to `notReported`; the next one, which says more, is made all the same. */
export const progress = (
  report: (sofar: { files: number; bytes: number }) => Promise<void>,
  notReported: (failure: unknown) => void,
): Progress => {
  let files = 0;
  let bytes = 0;
  const mayReport = throttle(EVERY_MS);
  let reporting: Promise<void> = Promise.resolve();
  const reportNow = (): void => {
    const sofar = { files, bytes };
    reporting = reporting.then(() => report(sofar)).catch(notReported);
  };
  const reportIfDue = (): void => {
    if (mayReport()) reportNow();
  };
  return {
    add(file) {
      files++;
      bytes += file.bytes;
      reportIfDue();
    },
    reportIfDue,
    report: reportNow,
    end: () => reporting,
  };
};
