/**
 * The values of all. Rejects as the first one in the list that does, but only when all have ended, so that nothing goes
 * on meanwhile.
 */
export const allEnded = async <T extends readonly unknown[]>(
  ...works: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<{ -readonly [K in keyof T]: T[K] }> => {
  const ended = await Promise.allSettled(works);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return Promise.all(works);
};
