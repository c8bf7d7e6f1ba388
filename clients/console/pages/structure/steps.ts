import { findRange, type Change, type Put } from './changes.js';
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

/** A range behind another one; both as they are placed now. */
export const movedBehind = (held: PlacedRange, over: PlacedRange): Change => {
  const isAfter = held.parent === over.parent && held.at < over.at;
  const at = over.at + (isAfter ? 0 : 1);
  return { kind: 'move', id: held.range.id, to: { parent: over.parent, at }, was: held.parent };
};

/** Pages of a range one further up or down, together; null where they are there already. */
export const pagesMoved = (range: Range, held: readonly string[], direction: 'up' | 'down'): Put | null => {
  const pages = range.canvases;
  const canvases = pages.filter((page) => held.includes(page));
  const [first, last] = [pages.indexOf(canvases[0] ?? ''), pages.lastIndexOf(canvases.at(-1) ?? '')];
  if (direction === 'up' ? first <= 0 : last < 0 || last === pages.length - 1) return null;
  const before = direction === 'up' ? pages[first - 1] : pages[last + 2];
  return { kind: 'put', id: range.id, canvases, before: before ?? null };
};

/** Pages before or behind one of a range that is none of them. */
export const pagesDropped = (range: Range, held: readonly string[], over: string, place: 'before' | 'behind'): Put => {
  const others = range.canvases.filter((page) => !held.includes(page));
  const before = place === 'before' ? over : (others[others.indexOf(over) + 1] ?? null);
  return { kind: 'put', id: range.id, canvases: held, before };
};

/** A range as the last one in another, or at the top. */
export const movedInto = (roots: readonly Range[], { range, parent }: PlacedRange, into: string | null): Change => {
  const at = rangesIn(roots, into).filter(({ id }) => id !== range.id).length;
  return { kind: 'move', id: range.id, to: { parent: into, at }, was: parent };
};

/** Whether a range is another one, or in it. */
export const isInside = (range: Range, outer: Range): boolean =>
  placedRanges([outer]).some((each) => each.range.id === range.id);

/** A change of what a range says of itself. */
export const setOf = (range: Range, terms: Partial<Pick<Range, 'name' | 'type' | 'access' | 'rights'>>): Change => {
  const names = Object.keys(terms) as (keyof typeof terms)[];
  return { kind: 'set', id: range.id, terms, was: Object.fromEntries(names.map((name) => [name, range[name]])) };
};
