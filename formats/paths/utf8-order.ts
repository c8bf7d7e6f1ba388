/**
 * Orders text by its UTF-8 bytes, as S3 lists keys. JavaScript's own order is by UTF-16 units, which puts characters
 * above U+FFFF before U+E000 to U+FFFF; this one does not.
 */
export const compareUtf8 = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
};

/** Ranks surrogates above the rest of the basic plane, as UTF-8 does. */
const rank = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};

/**
 * Sorts in place by `compareUtf8` of a text of each item; for most texts JavaScript's own order is the same and faster.
 */
export const sortByUtf8 = <Item>(items: Item[], textOf: (item: Item) => string): Item[] => {
  const compare = orderFor(items, textOf);
  return items.sort((a, b) => compare(textOf(a), textOf(b)));
};

type Order = (a: string, b: string) => number;

/** The fastest order of these texts that is the same as `compareUtf8`. */
const orderFor = <Item>(items: readonly Item[], textOf: (item: Item) => string): Order =>
  items.some((item) => /[\ud800-\uffff]/.test(textOf(item))) ? compareUtf8 : compareUnits;

const compareUnits = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
