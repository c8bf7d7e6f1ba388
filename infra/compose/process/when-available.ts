import { isTransient } from '../../../events/transient.js';
import { retry } from '../../../flow/retry.js';
import { unlessAborted } from '../../../flow/unless-aborted.js';
import { denialIn } from './denial.js';
import type { NamedLog } from '../../log/logger.js';

/** How a start waits for unavailable servers. */
export interface WaitOptions {
  /** Ends the wait, which rejects with the reason. */
  readonly signal: AbortSignal;
  /** How long to wait for one server, in milliseconds; Infinity for no limit. */
  readonly limitMs: number;
  /** Called once for each server that is waited for. */
  readonly onWait: (what: string, error: unknown) => void;
}

/** A server was unavailable for longer than the limit. */
export class ServerAway extends Error {
  override name = 'ServerAway';
  readonly code = 'server-away';
}

/** A server refuses the user that the settings name, or what that user asks for. */
export class ServerDenied extends Error {
  override name = 'ServerDenied';
  readonly code = 'server-denied';
}

const RETRIES = { firstMs: 200, capMs: 5_000 };

/** Waits without a limit, and logs it. */
export const withoutLimit = (log: NamedLog, signal = new AbortController().signal): WaitOptions => ({
  signal,
  limitMs: Infinity,
  onWait: (what, error) => log.warn('The start waits for a server that does not answer', { what, error }),
});

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const deniedBy = (what: string, denial: Error): ServerDenied =>
  new ServerDenied(
    `${capitalised(what)} refuses the user, or what the user asks for (${denial.message}): correct the name and the password in the settings, which are percent-encoded in addresses, or give the user the rights that docs/running-distributed.md lists.`,
    { cause: denial },
  );

const awayFor = (what: string, limitMs: number, cause: unknown): ServerAway => {
  const name = capitalised(what);
  const why = cause instanceof Error ? cause.message : String(cause);
  const sentence = `${name} did not answer within ${limitMs / 1_000} s (MUNIMENT_WAIT_SECONDS): ${why}`;
  return new ServerAway(sentence, { cause });
};

/**
 * Does a step of the start, and repeats it while a server is unavailable. Rejects with errors that are not transient,
 * with ServerDenied for a user that the server refuses, with ServerAway after the time limit, and with the reason of the
 * signal.
 */
export const whenAvailable = async <T>(what: string, waiting: WaitOptions, work: () => Promise<T>): Promise<T> => {
  const { signal, limitMs, onWait } = waiting;
  try {
    return await retry(() => unlessAborted(work(), signal), {
      backOff: RETRIES,
      signal,
      patienceMs: limitMs,
      mayPass: (error) => isTransient(error) && denialIn(error) === null,
      onFailure: (error, failures) => {
        if (failures === 0) onWait(what, error);
      },
    });
  } catch (error) {
    const denial = denialIn(error);
    if (denial !== null) throw deniedBy(what, denial);
    throw isTransient(error) && !signal.aborted ? awayFor(what, limitMs, error) : error;
  }
};
