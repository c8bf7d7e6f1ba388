import { setImmediate } from 'node:timers/promises';

/**
 * For loops over asynchronous calls, which some stores answer without letting the event loop go round: the function that
 * it returns is awaited in every round, and lets the event loop go round at each call number `often`, 2 × `often` and so
 * on. Loops that share one function all wait then.
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
