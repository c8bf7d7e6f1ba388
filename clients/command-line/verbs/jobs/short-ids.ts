/** The fewest characters of an id that are shown. */
const FEWEST = 3;

const commonLength = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** The first characters of each id that no other one begins with. */
export const shortIds = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const sorted = ids.toSorted();
  return new Map(
    sorted.map((id, index) => {
      const near = [sorted[index - 1], sorted[index + 1]].map((other) => commonLength(id, other ?? ''));
      return [id, id.slice(0, Math.max(FEWEST, Math.max(...near) + 1))];
    }),
  );
};
