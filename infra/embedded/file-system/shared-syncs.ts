/**
 * Shares the syncs of a folder among concurrent callers. A sync that began before a caller's change does not cover it,
 * so the caller waits for the next one, together with the others that wait by then.
 */
export const sharedSyncs = (sync: (path: string) => Promise<void>): ((path: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  const start = (path: string): Promise<void> => {
    const done = sync(path).finally(() => {
      if (running.get(path) === done) running.delete(path);
    });
    running.set(path, done);
    return done;
  };
  return (path) => {
    const now = running.get(path);
    if (now === undefined) return start(path);
    const next =
      waiting.get(path) ??
      now
        .catch(() => undefined) // its own callers get the rejection
        .then(() => {
          waiting.delete(path);
          return start(path);
        });
    waiting.set(path, next);
    return next;
  };
};
