import { pause } from '../../../flow/pause.js';

const LOOK_EVERY_MS = 250;

/**
 * The result of work of this process; rejects with what the disk refuses once that has lasted for `patienceMs`, since the
 * work may then wait for ever for what is never written. The work is not ended by that.
 */
export const unlessDiskRefuses = async <T>(
  work: Promise<T>,
  fault: () => Error | null,
  patienceMs: number,
): Promise<T> => {
  const over = new AbortController();
  const refusal = async (): Promise<never> => {
    let since: number | null = null;
    for (;;) {
      await pause(LOOK_EVERY_MS, over.signal);
      const refused = fault();
      since = refused === null ? null : (since ?? performance.now());
      if (refused !== null && since !== null && performance.now() - since >= patienceMs) throw refused;
      if (over.signal.aborted) return new Promise<never>(() => undefined);
    }
  };
  const refused = refusal();
  refused.catch(() => undefined); // the work may have ended at the same time
  try {
    return await Promise.race([work, refused]);
  } finally {
    over.abort();
  }
};
