import { cause } from '../events/cause.js';
import { setMaxListeners } from 'node:events';
import type { Log } from './log.js';
import { retry } from '../flow/retry.js';

/**
 * Carries out one named effect of a job, and repeats it while its error is transient. Nothing begins after the worker's
 * signal has aborted. An effect is one call of a port, or what is done with one file, and safe to repeat.
 */
export type Step = <T>(name: string, effect: () => Promise<T>) => Promise<T>;

export interface StepOptions {
  readonly jobId: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** How often an effect is tried. */
  readonly attempts: number;
  /** Which errors may pass. */
  readonly mayPass: (error: unknown) => boolean;
}

const DELAYS = { firstMs: 20, capMs: 15_000 };

export const steps = ({ jobId, log, signal, attempts, mayPass }: StepOptions): Step => {
  const begun = new Set<string>();
  // Every call may be waiting for its next attempt.
  setMaxListeners(0, signal);
  return (name, effect) => {
    const attempt = (): ReturnType<typeof effect> => {
      if (!begun.has(name)) log.info('A job step begins', { job: jobId, step: name });
      begun.add(name);
      return effect();
    };
    return retry(attempt, {
      backOff: DELAYS,
      signal,
      mayPass: (error, failures) => !signal.aborted && failures + 1 < attempts && mayPass(error),
      onFailure: (error, failures) =>
        log.warn('A job step is tried again', { job: jobId, step: name, attempt: failures + 1, ...cause(error) }),
    });
  };
};
