import { setImmediate } from 'node:timers/promises';

/**
 * Lets the event loop go round each time that it has been waited for so `often`: in loops that wait for answers, which
 * some stores have without any wait. Loops that share one all wait then.
 */
export const yieldEvery = (often = 100): (() => Promise<void>) => {
  let asked = 0;
  let turn: Promise<void> | null = null;
  const over = (): void => {
    turn = null;
  };
  return async () => {
    if (++asked % often === 0) turn ??= setImmediate().then(over);
    await turn;
  };
};
