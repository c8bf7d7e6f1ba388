/** The most names, or sentences of one kind, that a text has. */
export const MOST_NAMED = 20;

/**
 * The first of many names, and the number of the others: `a, b and 3 more`. Without the number where there may be more
 * than these, which nobody has counted.
 */
export const firstNames = (
  names: readonly string[],
  { areAll }: { readonly areAll: boolean } = { areAll: true },
): string => {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  if (names.length <= MOST_NAMED) return shown;
  return areAll ? `${shown} and ${names.length - MOST_NAMED} more` : `${shown} and more`;
};

/** The first of many sentences, and one that tells the number of the others; `count` is how many there are. */
export const firstSentences = (sentences: readonly string[], count: number): readonly string[] =>
  count <= MOST_NAMED
    ? sentences
    : [...sentences.slice(0, MOST_NAMED), `There are ${count - MOST_NAMED} more of this kind.`];
