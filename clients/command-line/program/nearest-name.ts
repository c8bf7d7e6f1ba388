/** How many letters must be added, removed, replaced or exchanged with their neighbour to make one word of another. */
const distance = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column++) {
      const differs = one[row - 1] === other[column - 1] ? 0 : 1;
      const isExchange =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const exchanged = isExchange ? at(row - 2, column - 2) + 1 : Infinity;
      rows[row]?.push(
        Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + differs, exchanged),
      );
    }
  }
  return at(one.length, other.length);
};

/** Longer words are not compared. */
const LONGEST = 64;

/** The name that was probably meant by a word; null where none is like it. */
export const nearestName = (word: string, names: Iterable<string>): string | null => {
  const most = Math.max(1, Math.floor(word.length / 3));
  let best: { readonly name: string; readonly far: number } | null = null;
  if (word.length > LONGEST) return null;
  for (const name of names) {
    if (Math.abs(name.length - word.length) > most) continue;
    const far = distance(word.toLowerCase(), name.toLowerCase());
    if (far <= most && (best === null || far < best.far)) best = { name, far };
  }
  return best?.name ?? null;
};

/** `Did you mean restore?` with a space before it; empty where no name is like the word. */
export const meantText = (word: string, names: Iterable<string>): string => {
  const name = nearestName(word, names);
  return name === null ? '' : ` Did you mean ${name}?`;
};
