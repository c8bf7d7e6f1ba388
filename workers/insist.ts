import { cause } from '../events/cause.js';
import type { Log } from './log.js';
import { backOffMs, type BackOff } from '../flow/back-off.js';
import { pause } from '../flow/pause.js';

export interface Insistence {
  readonly retries: BackOff;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** A constant sentence for the log: what did not succeed and is tried again. */
  readonly complaint: string;
  /** What it is about. */
  readonly fields: object;
}

/** From here on a failure is no passing one: someone must look. */
const ALARMING = 5;

/** Does a work that may be repeated until it succeeds, however long that takes; rejects when the signal aborts. */
export const insist = async (work: () => Promise<void>, insistence: Insistence): Promise<void> => {
  const { retries, signal, log, complaint, fields } = insistence;
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      await work();
      return;
    } catch (error) {
      log[attempt < ALARMING ? 'warn' : 'error'](complaint, { ...fields, attempt, ...cause(error) });
      await pause(backOffMs(attempt, retries), signal);
    }
  }
};
