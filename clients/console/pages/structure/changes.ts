import { placedRanges, type PlacedRange, type Range } from './structure.js';

/** Where a range goes: into another one, or to the top, before the sibling with this number. */
interface To {
  readonly parent: string | null;
  readonly at: number;
}

/** What can be set of a range. */
export type Terms = Pick<Range, 'name' | 'type' | 'access' | 'rights'>;

/** Puts pages into a range. */
export interface Put {
  readonly kind: 'put';
  readonly id: string;
  readonly canvases: readonly string[];
  /** The page that they are put before, null for the end; absent where those that are in it stay where they are. */
  readonly before?: string | null;
}

/** One step of arranging; `was` is what it found, to see what others changed meanwhile. */
export type Change =
  | { readonly kind: 'make'; readonly id: string; readonly name: string; readonly type: string; readonly to: To }
  | { readonly kind: 'set'; readonly id: string; readonly terms: Partial<Terms>; readonly was: Partial<Terms> }
  | { readonly kind: 'move'; readonly id: string; readonly to: To; readonly was: string | null }
  | { readonly kind: 'remove'; readonly id: string; readonly was: string }
  | Put
  | { readonly kind: 'take'; readonly id: string; readonly canvases: readonly string[] };

const mapped = (roots: readonly Range[], id: string, change: (range: Range) => Range): readonly Range[] =>
  roots.map((range) => (range.id === id ? change(range) : { ...range, ranges: mapped(range.ranges, id, change) }));

const without = (roots: readonly Range[], id: string): readonly Range[] =>
  roots.filter((range) => range.id !== id).map((range) => ({ ...range, ranges: without(range.ranges, id) }));

const inserted = (roots: readonly Range[], range: Range, { parent, at }: To): readonly Range[] => {
  const into = (siblings: readonly Range[]): readonly Range[] => siblings.toSpliced(at, 0, range);
  return parent === null ? into(roots) : mapped(roots, parent, (each) => ({ ...each, ranges: into(each.ranges) }));
};

export const findRange = (roots: readonly Range[], id: string | null): PlacedRange | null =>
  placedRanges(roots).find(({ range }) => range.id === id) ?? null;

/** What a range is, in one text, to see whether it was changed. */
export const signatureOf = ({ name, type, canvases, ranges }: Range): string =>
  JSON.stringify([name, type, canvases.length, ranges.length]);

const isWithin = (roots: readonly Range[], id: string | null, within: string): boolean => {
  if (id === null) return false;
  return id === within || isWithin(roots, findRange(roots, id)?.parent ?? null, within);
};

const withMade = (roots: readonly Range[], { id, name, type, to }: Extract<Change, { kind: 'make' }>) => {
  if (findRange(roots, id) !== null) return roots;
  const range = { id, name, type, access: [], rights: null, records: [], ranges: [], canvases: [] };
  const parent = findRange(roots, to.parent) === null ? null : to.parent;
  return inserted(roots, range, { parent, at: to.at });
};

const withMoved = (roots: readonly Range[], range: Range, to: To): readonly Range[] => {
  const isPossible =
    (to.parent === null || findRange(roots, to.parent) !== null) && !isWithin(roots, to.parent, range.id);
  return isPossible ? inserted(without(roots, range.id), range, to) : roots;
};

/** The pages of a range after some are put into it; before a page that is gone is at the end. */
export const withPut = (pages: readonly string[], { canvases, before }: Put): readonly string[] => {
  if (before === undefined) return [...new Set([...pages, ...canvases])];
  const others = pages.filter((page) => !canvases.includes(page));
  const at = before === null ? -1 : others.indexOf(before);
  return others.toSpliced(at < 0 ? others.length : at, 0, ...canvases);
};

/** The structure after a change; one whose range is gone changes nothing. */
export const applied = (roots: readonly Range[], change: Change): readonly Range[] => {
  if (change.kind === 'make') return withMade(roots, change);
  const { id } = change;
  const range = findRange(roots, id)?.range;
  if (range === undefined) return roots;
  const withCanvases = (canvases: readonly string[]): readonly Range[] =>
    mapped(roots, id, (each) => ({ ...each, canvases }));
  switch (change.kind) {
    case 'set':
      return mapped(roots, id, (each) => ({ ...each, ...change.terms }));
    case 'remove':
      return without(roots, id);
    case 'move':
      return withMoved(roots, range, change.to);
    case 'put':
      return withCanvases(withPut(range.canvases, change));
    case 'take':
      return withCanvases(range.canvases.filter((each) => !change.canvases.includes(each)));
  }
};

/** What somebody else has changed of the same range; `null` in `theirs` where they took it away. */
export interface Conflict {
  readonly id: string;
  readonly name: string;
  readonly mine: Partial<Terms> | 'moved' | 'removed' | 'pages';
  readonly theirs: Range | null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const wasSetMeanwhile = (theirs: Range, { terms, was }: Extract<Change, { kind: 'set' }>): boolean => {
  const names = Object.keys(terms) as (keyof Terms)[];
  return names.some((key) => !isSame(theirs[key], was[key]) && !isSame(theirs[key], terms[key]));
};

const MINE = { move: 'moved', remove: 'removed', put: 'pages', take: 'pages' } as const;

/** Whether somebody else has changed the same; taking away what is gone is no conflict. */
const isConflict = (found: PlacedRange | null, change: Exclude<Change, { kind: 'make' }>): boolean => {
  if (found === null) return change.kind !== 'remove';
  switch (change.kind) {
    case 'set':
      return wasSetMeanwhile(found.range, change);
    case 'move':
      return found.parent !== change.was;
    case 'remove':
      return signatureOf(found.range) !== change.was;
    default:
      return false;
  }
};

const conflictOf = (roots: readonly Range[], change: Change, made: ReadonlySet<string>): Conflict | null => {
  if (change.kind === 'make' || made.has(change.id)) return null;
  const found = findRange(roots, change.id);
  if (!isConflict(found, change)) return null;
  const theirs = found?.range ?? null;
  const before = change.kind === 'set' ? change.was.name : undefined;
  const mine = change.kind === 'set' ? change.terms : MINE[change.kind];
  return { id: change.id, name: before ?? theirs?.name ?? '', mine, theirs };
};

/** Where changes do not go with a structure that somebody else has saved meanwhile; one for each range. */
export const conflictsOf = (roots: readonly Range[], changes: readonly Change[]): readonly Conflict[] => {
  const made = new Set(changes.flatMap(({ kind, id }) => (kind === 'make' ? [id] : [])));
  const seen = new Map<string, Conflict>();
  const firsts = new Set<string>();
  for (const change of changes) {
    const first = `${change.kind} ${change.id} ${change.kind === 'set' ? Object.keys(change.terms).join(' ') : ''}`;
    if (firsts.has(first)) continue;
    firsts.add(first);
    const conflict = conflictOf(roots, change, made);
    if (conflict !== null && !seen.has(change.id)) seen.set(change.id, conflict);
  }
  return [...seen.values()];
};

/** The structure after all changes. */
export const arranged = (roots: readonly Range[], changes: readonly Change[]): readonly Range[] => {
  let after = roots;
  for (const change of changes) after = applied(after, change);
  return after;
};
