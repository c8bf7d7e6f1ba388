import { cause } from '../events/cause.js';
import type { BackOff } from '../flow/back-off.js';
import { retry } from '../flow/retry.js';
import type { Log } from './log.js';

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
export const insist = (
  work: () => Promise<void>,
  { retries: backOff, signal, log, complaint, fields }: Insistence,
): Promise<void> =>
  retry(work, {
    backOff,
    signal,
    onFailure: (error, attempt) =>
      log[attempt < ALARMING ? 'warn' : 'error'](complaint, { ...fields, attempt, ...cause(error) }),
  });
