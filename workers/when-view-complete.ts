import { retry } from '../flow/retry.js';
import { buildProgressIn } from '../projections/view-incomplete.js';

const RETRIES = { firstMs: 50, capMs: 2_000 };

/**
 * Reads from a view; while that is being built anew, waits, since nothing may be concluded from a part of it. Rejects with
 * any other fault, and with the reason of the signal.
 */
export const whenViewComplete = <T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  retry(read, { backOff: RETRIES, signal, mayPass: (error) => buildProgressIn(error) !== null });
