/**
 * The values of all. Tells the first failure at once, so that the others can be stopped, and throws it when all have
 * ended, so that nothing goes on meanwhile.
 */
export const allOrNone = async <T extends readonly unknown[]>(
  works: { readonly [K in keyof T]: Promise<T[K]> },
  onFailure: (failure: unknown) => void,
): Promise<{ -readonly [K in keyof T]: T[K] }> => {
  const failures: unknown[] = [];
  const failed = (failure: unknown): void => {
    if (failures.push(failure) === 1) onFailure(failure);
  };
  await Promise.all(works.map((work) => work.catch(failed)));
  if (failures.length > 0) throw failures[0];
  return Promise.all(works);
};
