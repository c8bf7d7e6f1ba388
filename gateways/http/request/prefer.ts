/** The longest that a caller may wait, in seconds. */
const LONGEST = 60;

/**
 * After how many milliseconds the value of a Prefer header wants to know that an answer is still being made; null where it waits
 * for the answer (RFC 7240, `respond-async` and `wait`). At once without a `wait`.
 */
export const asynchronousAfter = (prefer: string | undefined): number | null => {
  const preferences = (prefer ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((each) => each.trim());
  if (!preferences.includes('respond-async')) return null;
  const wait = preferences.flatMap((each) => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(each)?.[1] ?? [])[0];
  return 1_000 * Math.min(Number(wait ?? 0), LONGEST);
};
