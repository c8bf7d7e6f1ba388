import { mapSliced, type SlicedWork } from '../../flow/slices.js';
import { compareUtf8 } from './utf8-order.js';

/**
 * A text for sorting a name as people do: numbers by their value, letters without regard to case and marks. Texts are
 * ordered by their UTF-16 units.
 */
const naturalKey = (name: string): string => {
  const plain = /^[ -~]*$/.test(name) ? name : name.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.toLowerCase().replace(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    return lengthMark(value.length) + value;
  });
};

/** Shorter lengths before longer ones: 1 to 8, then 91 to 98, then 991 and so on. */
const lengthMark = (length: number): string => `${'9'.repeat(Math.floor((length - 1) / 8))}${((length - 1) % 8) + 1}`;

/** Sorts items by their names as people do; those whose names differ in case, marks or zeros only, by UTF-8 bytes. */
export function* sortNaturally<Item>(items: readonly Item[], nameOf: (item: Item) => string): SlicedWork<Item[]> {
  const keyed = yield* mapSliced(items, (item) => ({ item, key: naturalKey(nameOf(item)) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key) || compareUtf8(nameOf(a.item), nameOf(b.item)));
  return keyed.map(({ item }) => item);
}

const compareKeys = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
