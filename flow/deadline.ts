import { unlessAborted } from './unless-aborted.js';

/** Something did not come in time. What was begun may still come to an end; the same may be asked for again. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
  readonly code = 'deadline-exceeded';
  readonly transient = true;
}

/** How long work may take. */
export interface Deadline {
  /** Infinity for as long as it takes. */
  readonly ms: number;
  /** What is not there when it aborts will not come: the process ends. */
  readonly ending?: AbortSignal | undefined;
  /** What is thrown when the time is over; DeadlineExceeded unless said. */
  readonly fault?: () => Error;
}

/**
 * Settles as the work does, or rejects with the deadline's fault where it does not settle in time; what it comes to
 * later is handed to `discard`. Rejects with DeadlineExceeded as soon as `ending` aborts. Nothing is broken off.
 */
export const withinDeadline = async <T>(
  work: Promise<T>,
  { ms, ending, fault = () => new DeadlineExceeded(`no answer within ${ms} ms`) }: Deadline,
  discard: (late: T) => void = () => undefined,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    if (ms !== Infinity) timer = setTimeout(() => reject(fault()), ms);
  });
  try {
    return await Promise.race([unlessEnding(work, ending), late]);
  } catch (error) {
    work.then(discard, () => undefined); // work that has failed itself discards nothing
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

const unlessEnding = async <T>(work: Promise<T>, ending: AbortSignal | undefined): Promise<T> => {
  if (ending === undefined) return work;
  try {
    return await unlessAborted(work, ending);
  } catch (error) {
    throw ending.aborted && error === ending.reason ? new DeadlineExceeded('the process ends') : error;
  }
};
