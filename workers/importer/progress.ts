import { throttle } from '../../flow/throttle.js';

/** Says how far a job has come, at most every so often and never holding up the work. */
export interface Progress {
  /** The bytes of a file are in the object and verified. */
  add(file: { readonly bytes: number }): void;
  /** Some bytes of a file have moved that takes long. */
  stir(): void;
  /** Waits for a report that is under way. */
  end(): Promise<void>;
}

const EVERY_MS = 10_000;

export const progress = (report: (sofar: { files: number; bytes: number }) => Promise<void>): Progress => {
  let files = 0;
  let bytes = 0;
  const mayReport = throttle(EVERY_MS);
  let reporting: Promise<void> = Promise.resolve();
  const stir = (): void => {
    if (!mayReport()) return;
    const sofar = { files, bytes };
    reporting = reporting.then(() => report(sofar));
  };
  return {
    add(file) {
      files++;
      bytes += file.bytes;
      stir();
    },
    stir,
    end: () => reporting,
  };
};
