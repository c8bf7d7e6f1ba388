import { existsSync, readFileSync } from 'node:fs';
import type { AllowedContent } from './store-bench.js';

/** The whole lines of a log; its last may have been torn by the death of the process that wrote it. */
export const linesOf = (log: string): string[] =>
  existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];

/**
 * What each key may hold by the lines of a log, each with a key and its values: those of its last line, and of all lines
 * that were written meanwhile.
 */
export const allowedIn = (lines: readonly string[], meanwhile: readonly string[] = []): AllowedContent => {
  const read = (line: string) => JSON.parse(line) as [string, (string | null)[]];
  const allowed: AllowedContent = new Map(lines.map(read));
  for (const [key, values] of meanwhile.map(read)) allowed.set(key, [...(allowed.get(key) ?? [null]), ...values]);
  return allowed;
};
