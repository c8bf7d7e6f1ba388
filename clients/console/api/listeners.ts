/** Tells components, which subscribe by `useSyncExternalStore`, that what they show has changed. */
export const listeners = () => {
  const all = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (): void => {
      for (const listener of all) listener();
    },
  };
};
