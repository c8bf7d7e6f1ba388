import { timeLimit } from '../../flow/time-limit.js';

/** Within so many milliseconds a request must be answered that only asks. */
export const ANSWER_MS = 10_000;

const KiB = 1024;

/** One that ends or begins something without a body. */
export const telling = { requestTimeout: ANSWER_MS } as const;

/**
 * A put, with all its repetitions, may take half a minute and a second more for every 256 KiB. The SDK's own limit would
 * also be how long it waits to be told to go on with a large body.
 */
export const sending = (bytes: number, ended?: AbortSignal): { requestTimeout: 0; abortSignal: AbortSignal } => {
  const ms = 3 * ANSWER_MS + Math.ceil(bytes / 256 / KiB) * 1_000;
  return { requestTimeout: 0, abortSignal: timeLimit(ms, ...(ended === undefined ? [] : [ended])) };
};

/** One that makes the store copy bytes, delete many keys or put parts together, three times that and more by size. */
export const copying = (bytes: number): { readonly requestTimeout: number } => ({
  requestTimeout: 3 * ANSWER_MS + Math.ceil(bytes / 4 / KiB ** 2) * 1_000,
});
