import type { Parts } from './parts.js';
import type { Interruption } from './run-preserve.js';

/** Works until the end, or until a signal, which is answered; then closes the parts that the work stands on. */
export const interruptible = async (
  work: () => Promise<void>,
  interrupted: Promise<Interruption>,
  parts: Parts,
): Promise<Interruption | null> => {
  const working = work().then(() => null);
  try {
    const signal = await Promise.race([working, interrupted]);
    if (signal !== null) working.catch(() => undefined); // fails of its parts being closed, which is what was asked for
    return signal;
  } finally {
    await parts.close();
  }
};
