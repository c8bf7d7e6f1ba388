import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';

const REPEATS = { firstMs: 50, capMs: 5_000 };

/** Does the work again and again until the signal aborts, with longer waits while it ends soon after it was begun. */
export const repeatUntilAborted = async (
  work: () => Promise<void>,
  onFault: (fault: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  const isOver = (): boolean => signal.aborted;
  for (let attempt = 0; !isOver(); attempt++) {
    const begun = performance.now();
    try {
      await work();
    } catch (fault) {
      if (isOver()) return;
      onFault(fault);
    }
    if (performance.now() - begun > REPEATS.capMs) attempt = 0;
    await pause(backOffMs(attempt, REPEATS), signal);
  }
};
