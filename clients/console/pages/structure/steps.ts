import { findRange, type Change } from './changes.js';
import { placedRanges, type PlacedRange, type Range } from './structure.js';

const made = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `r${[...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 11)}`;
};

/** The ranges in another one, or at the top. */
const rangesIn = (roots: readonly Range[], parent: string | null): readonly Range[] =>
  parent === null ? roots : (findRange(roots, parent)?.range.ranges ?? []);

/** Makes a range as the last one in another, or at the top. */
export const makeIn = (roots: readonly Range[], parent: string | null, name: string): Change => {
  const siblings = rangesIn(roots, parent);
  const type = parent === null ? 'Collection' : 'Item';
  return { kind: 'make', id: made(), name, type, to: { parent, at: siblings.length } };
};

export type Direction = 'up' | 'down' | 'out' | 'into';

/** A move of a range; null where it cannot go there. */
export const moveOf = (roots: readonly Range[], id: string, direction: Direction): Change | null => {
  const found = findRange(roots, id);
  if (found === null) return null;
  const { parent, at, of } = found;
  const to = (into: string | null, before: number): Change => ({
    kind: 'move',
    id,
    to: { parent: into, at: before },
    was: parent,
  });
  switch (direction) {
    case 'up':
      return at === 0 ? null : to(parent, at - 1);
    case 'down':
      return at === of - 1 ? null : to(parent, at + 1);
    case 'out': {
      const above = findRange(roots, parent);
      return above === null ? null : to(above.parent, above.at + 1);
    }
    case 'into': {
      const before = rangesIn(roots, parent)[at - 1];
      return before === undefined ? null : to(before.id, before.ranges.length);
    }
  }
};

/** A range into another one as its last, or behind it; both as they are placed now. */
export const droppedOn = (held: PlacedRange, over: PlacedRange, place: 'into' | 'between'): Change => {
  const { id } = held.range;
  if (place === 'into')
    return { kind: 'move', id, to: { parent: over.range.id, at: over.range.ranges.length }, was: held.parent };
  const isAfter = held.parent === over.parent && held.at < over.at;
  return { kind: 'move', id, to: { parent: over.parent, at: over.at + (isAfter ? 0 : 1) }, was: held.parent };
};

/** Whether a range is another one, or in it. */
export const isInside = (range: Range, outer: Range): boolean =>
  placedRanges([outer]).some((each) => each.range.id === range.id);

/** A change of what a range says of itself. */
export const setOf = (range: Range, terms: Partial<Pick<Range, 'name' | 'type' | 'access' | 'rights'>>): Change => {
  const names = Object.keys(terms) as (keyof typeof terms)[];
  return { kind: 'set', id: range.id, terms, was: Object.fromEntries(names.map((name) => [name, range[name]])) };
};
