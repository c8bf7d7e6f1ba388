/**
 * The key of a workspace's METS: in the root, else in `data/`, `mets.xml` in any case, else the first `.xml` in listing
 * order whose name contains `mets` (companion 6.1). Keys are relative to the workspace. Null without one.
 */
export const findMets = (keys: Iterable<string>): string | null => {
  const found: (string | undefined)[] = [];
  for (const key of keys) {
    const rank = rankOf(key);
    if (rank !== null) found[rank] ??= key;
  }
  return found.find((key) => key !== undefined) ?? null;
};

/** Lower is better; null for a key that is not a METS. */
const rankOf = (key: string): number | null => {
  const inData = key.startsWith('data/');
  const name = (inData ? key.slice('data/'.length) : key).toLowerCase();
  if (name.includes('/') || !name.endsWith('.xml') || !name.includes('mets')) return null;
  return (inData ? 2 : 0) + (name === 'mets.xml' ? 0 : 1);
};
