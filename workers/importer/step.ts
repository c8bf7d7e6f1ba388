import { cause } from '../../events/cause.js';
import { setMaxListeners } from 'node:events';
import type { Log } from '../log.js';
import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';

/**
 * Carries out one effect of a job under a name, again and again while it may yet succeed. Nothing begins once the
 * worker's signal has aborted. An effect is one call of a port and safe to repeat.
 */
export type Step = <T>(name: string, effect: () => Promise<T>) => Promise<T>;

export interface StepOptions {
  readonly jobId: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** How often an effect is tried: before the commit the job fails some time, after it there is no way back. */
  readonly attempts: number;
  /** Which errors may pass. */
  readonly mayPass: (error: unknown) => boolean;
}

const DELAYS = { firstMs: 20, capMs: 15_000 };

export const steps = ({ jobId, log, signal, attempts, mayPass }: StepOptions): Step => {
  const begun = new Set<string>();
  // Every call that is under way may be waiting for its next try.
  setMaxListeners(0, signal);
  return async (name, effect) => {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      if (!begun.has(name)) log.info('An import step begins', { job: jobId, step: name });
      begun.add(name);
      try {
        return await effect();
      } catch (error) {
        if (signal.aborted || attempt >= attempts || !mayPass(error)) throw error;
        log.warn('An import step is tried again', { job: jobId, step: name, attempt, ...cause(error) });
        await pause(backOffMs(attempt - 1, DELAYS), signal);
      }
    }
  };
};
