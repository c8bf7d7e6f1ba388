import { unlessAborted } from '../../flow/unless-aborted.js';

/** A request was not answered in time. What it began may still come to an end; the same request may be sent again. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
  readonly code = 'deadline-exceeded';
  readonly transient = true;
}

/** How long a request may take. */
export interface Deadline {
  readonly ms: number;
  /** What is not answered when it aborts will not be: the process ends. */
  readonly ending?: AbortSignal | undefined;
}

/**
 * Settles as the work does, or rejects with DeadlineExceeded where that does not come in time; what it comes to later
 * is handed to `discard`.
 */
export const withinDeadline = async <T>(
  work: Promise<T>,
  { ms, ending }: Deadline,
  discard: (late: T) => void,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([unlessEnding(work, ending), late]);
  } catch (error) {
    if (error instanceof DeadlineExceeded) work.then(discard, () => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/** How much of a deadline long work may take; the rest is for what follows it. */
const SHARE = 0.6;

/** Aborts when long work has to be broken off so that its request is still answered in time. */
export const longWorkSignal = ({ ms, ending }: Deadline): AbortSignal => {
  const late = AbortSignal.timeout(Math.floor(ms * SHARE));
  return ending === undefined ? late : AbortSignal.any([late, ending]);
};

const unlessEnding = async <T>(work: Promise<T>, ending: AbortSignal | undefined): Promise<T> => {
  if (ending === undefined) return work;
  try {
    return await unlessAborted(work, ending);
  } catch (error) {
    throw ending.aborted && error === ending.reason ? new DeadlineExceeded('the process ends') : error;
  }
};
