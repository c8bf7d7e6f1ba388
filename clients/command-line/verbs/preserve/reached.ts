import type { Progress, Total } from '../../output/progress.js';
import { STEPS } from '../../output/steps.js';

/** How far the work is. */
export interface Reached {
  readonly step: string;
  readonly files: number;
  readonly ofFiles: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

const NOTHING: Reached = { step: STEPS.looking, files: 0, ofFiles: 0, bytes: 0, ofBytes: 0 };

/**
 * A progress that also answers how far the work is, and how far the copying was. Once the signal aborts, the next phase
 * rejects with its reason, so that the work ends between two of them.
 */
export const watchedProgress = (
  shown: Progress,
  signal: AbortSignal,
): Progress & { readonly reached: () => Reached; readonly copied: () => Reached } => {
  let reached = NOTHING;
  let copied = NOTHING;
  return {
    begin(step: string, total?: Total) {
      signal.throwIfAborted();
      reached = { ...NOTHING, step, ofFiles: total?.files ?? 0, ofBytes: total?.bytes ?? 0 };
      shown.begin(step, total);
    },
    advance(files, bytes) {
      reached = { ...reached, files: reached.files + files, bytes: reached.bytes + bytes };
      if (reached.step === STEPS.uploading) copied = reached;
      shown.advance(files, bytes);
    },
    end: () => shown.end(),
    reached: () => reached,
    copied: () => copied,
  };
};
