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
  let forget = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = (why: string): void => {
      reject(new DeadlineExceeded(why));
      work.then(discard, () => undefined);
    };
    const endNow = (): void => giveUp('the process ends');
    const timer = setTimeout(() => giveUp(`no answer within ${ms} ms`), ms);
    if (ending?.aborted === true) endNow();
    ending?.addEventListener('abort', endNow);
    forget = () => {
      clearTimeout(timer);
      ending?.removeEventListener('abort', endNow);
    };
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    forget();
  }
};
