/**
 * A cache of immutable values by key: the most recently used ones, up to a total weight. Concurrent calls for the same
 * key share one reading; a failed one is not cached.
 */
export const keptReadings = <T>(
  capacity: number,
  weigh: (value: T) => number,
): ((key: string, read: () => Promise<T>) => Promise<T>) => {
  const kept = new Map<string, { readonly value: Promise<T>; weight: number }>();
  let total = 0;
  let newest: string | null = null;
  const forget = (key: string): void => {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  return (key, read) => {
    const known = kept.get(key);
    if (known !== undefined && key === newest) return known.value; // often: all files of a version ask for it
    newest = key;
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known.value;
    }
    const entry = { value: read(), weight: 0 };
    kept.set(key, entry);
    entry.value.then(
      (value) => {
        if (kept.get(key) !== entry) return;
        entry.weight = Math.max(1, weigh(value));
        total += entry.weight;
        for (const oldest of kept.keys()) {
          if (total <= capacity || oldest === key) break;
          forget(oldest);
        }
      },
      () => {
        if (kept.get(key) === entry) forget(key);
      },
    );
    return entry.value;
  };
};
