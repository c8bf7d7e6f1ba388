/** Work by key: who asks while it goes on for the key gets what that comes to. */
export const sharedWork = <T>(): ((key: string, work: () => Promise<T>) => Promise<T>) => {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const begun = running.get(key);
    if (begun !== undefined) return begun;
    const promise = work().finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  };
};
