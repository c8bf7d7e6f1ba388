/**
 * Runs work by a key for callers that need what is found after they called. One runs at a time; all that call meanwhile share
 * the one that begins when it has ended, which is the work of the first of them. Rejects as the work does.
 */
export const sharedRuns = <T>(): ((key: string, work: () => Promise<T>) => Promise<T>) => {
  /** When the run of a key ends; none of them rejects. */
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<T>>();
  const nothing = (): void => undefined;
  const begin = (key: string, work: () => Promise<T>): Promise<T> => {
    waiting.delete(key);
    const run = work();
    const end = run.then(nothing, nothing);
    running.set(key, end);
    void end.then(() => (waiting.has(key) ? undefined : running.delete(key)));
    return run;
  };
  return (key, work) => {
    const before = running.get(key);
    if (before === undefined) return begin(key, work);
    const next = waiting.get(key) ?? before.then(() => begin(key, work));
    waiting.set(key, next);
    return next;
  };
};
