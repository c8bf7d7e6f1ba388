import type { NamedLog } from './logger.js';

/** Longer than any wait between two attempts. */
const OVER_AFTER_MS = 5 * 60_000;
const MOST_KNOWN = 1_000;

/** Fields that are different in each line about the same failure. */
const COUNTING = ['attempt', 'after'];

const textOf = (message: string, fields: object = {}): string =>
  JSON.stringify([
    message,
    Object.entries(fields)
      .filter(([key]) => !COUNTING.includes(key))
      .map(([key, value]) => [key, String(value)]),
  ]);

/**
 * A log for work that is begun again whenever it fails. A warning or an error that is repeated is logged once, and again
 * when it had not come for five minutes.
 */
export const onceWhileItLasts = (log: NamedLog): NamedLog => {
  const known = new Map<string, number>();
  const isNews = (text: string): boolean => {
    const now = performance.now();
    const before = known.get(text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, now);
    return before === undefined || now - before > OVER_AFTER_MS;
  };
  const at =
    (level: 'warn' | 'error'): NamedLog['warn'] =>
    (message, fields) => {
      if (isNews(`${level} ${textOf(message, fields)}`)) log[level](message, fields);
    };
  return { ...log, warn: at('warn'), error: at('error') };
};
