import { isTransient } from '../../events/transient.js';
import { retry } from '../../flow/retry.js';
import { unlessAborted } from '../../flow/unless-aborted.js';
import type { NamedLog } from '../log/logger.js';

/** How a start waits for servers that are away. */
export interface Waiting {
  /** Ends the wait: it rejects with the reason. */
  readonly signal: AbortSignal;
  /** How long one server is waited for; Infinity for as long as it takes. */
  readonly limitMs: number;
  /** Hears once of each server that is waited for. */
  readonly tell: (what: string, error: unknown) => void;
}

/** A server stayed away for longer than a start may wait. */
export class ServerAway extends Error {
  override name = 'ServerAway';
  readonly code = 'server-away';
}

const RETRIES = { firstMs: 200, capMs: 5_000 };

/** Waits for as long as it takes, and tells the log of it. */
export const patiently = (log: NamedLog, signal = new AbortController().signal): Waiting => ({
  signal,
  limitMs: Infinity,
  tell: (what, error) => log.warn('The start waits for a server that is away', { what, error }),
});

const awayFor = (what: string, limitMs: number, cause: unknown): ServerAway => {
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const why = cause instanceof Error ? cause.message : String(cause);
  const sentence = `${name} is away, and was waited for for ${limitMs / 1_000} s (MUNIMENT_WAIT_SECONDS): ${why}`;
  return new ServerAway(sentence, { cause });
};

/**
 * Does a step of the start, and waits while a server it needs is away. Rejects with what will not pass, with ServerAway
 * when the server has been waited for for long enough, and with the reason of the signal.
 */
export const whenAvailable = async <T>(what: string, waiting: Waiting, work: () => Promise<T>): Promise<T> => {
  const { signal, limitMs, tell } = waiting;
  try {
    return await retry(() => unlessAborted(work(), signal), {
      backOff: RETRIES,
      signal,
      patienceMs: limitMs,
      mayPass: isTransient,
      onFailure: (error, failures) => {
        if (failures === 0) tell(what, error);
      },
    });
  } catch (error) {
    throw isTransient(error) && !signal.aborted ? awayFor(what, limitMs, error) : error;
  }
};
