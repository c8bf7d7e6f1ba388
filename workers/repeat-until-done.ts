import { cause } from '../events/cause.js';
import type { BackOff } from '../flow/back-off.js';
import { retry } from '../flow/retry.js';
import type { Log } from './log.js';

export interface RepeatOptions {
  readonly retries: BackOff;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** A constant log message: what failed and is tried again. */
  readonly message: string;
  /** Fields of the log message. */
  readonly fields: object;
}

/** From this attempt on, a failure is logged as an error. */
const ERROR_FROM_ATTEMPT = 5;

/** Repeats work until it succeeds, without a limit; rejects when the signal aborts. */
export const repeatUntilDone = (
  work: () => Promise<void>,
  { retries: backOff, signal, log, message, fields }: RepeatOptions,
): Promise<void> =>
  retry(work, {
    backOff,
    signal,
    onFailure: (error, attempt) =>
      log[attempt < ERROR_FROM_ATTEMPT ? 'warn' : 'error'](message, { ...fields, attempt, ...cause(error) }),
  });
