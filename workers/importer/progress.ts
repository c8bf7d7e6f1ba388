/** Says how far a job has come, at most every so often and never holding up the work. */
export interface Progress {
  add(file: { readonly bytes: number }): void;
  /** Waits for a report that is under way. */
  end(): Promise<void>;
}

const EVERY_MS = 10_000;

export const progress = (report: (sofar: { files: number; bytes: number }) => Promise<void>): Progress => {
  let files = 0;
  let bytes = 0;
  let last = performance.now();
  let reporting: Promise<void> = Promise.resolve();
  return {
    add(file) {
      files++;
      bytes += file.bytes;
      if (performance.now() - last < EVERY_MS) return;
      last = performance.now();
      reporting = reporting.then(() => report({ files, bytes }));
    },
    end: () => reporting,
  };
};
