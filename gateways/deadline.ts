/** A request was not answered in time. What it began may still come to an end; the same request may be sent again. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
  readonly code = 'deadline-exceeded';
  readonly transient = true;
}

/**
 * Settles as the work does, or rejects with DeadlineExceeded when that takes longer than so many milliseconds; what it
 * comes to later is handed to `discard`.
 */
export const withinDeadline = async <T>(work: Promise<T>, ms: number, discard: (late: T) => void): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlineExceeded(`no answer within ${ms} ms`));
      work.then(discard, () => undefined);
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
