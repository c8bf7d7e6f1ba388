import { isRecord } from '../json/json-record.js';
import { shown, StructuresFault } from './structures-fault.js';
import { appendToList } from '../../flow/append-to-list.js';

type Range = Readonly<Record<string, unknown>>;

/**
 * The structures of a manifest in which each range that another one names by its id alone stands in the place of that name,
 * and not at the top (presentation API 3, 5.4). Throws StructuresFault for a range that is not there, or in several places.
 */
export const withoutReferences = (structures: readonly unknown[]): readonly unknown[] => {
  const named = namedRanges(structures);
  const notPlaced = new Set(named.values());
  const roots = structures.filter((each) => !notPlaced.has(each as Range));
  const inPlace = (value: unknown): unknown => {
    if (!isRange(value)) return value;
    const range = (isReference(value) && named.get(idOf(value))) || value;
    notPlaced.delete(range);
    return { ...range, items: itemsOf(range).map(inPlace) };
  };
  const placed = roots.map(inPlace);
  for (const range of notPlaced) throw new StructuresFault(`Range '${shown(idOf(range))}' contains itself.`);
  return placed;
};

/** The ranges at the top that others name, by their ids. */
const namedRanges = (structures: readonly unknown[]): ReadonlyMap<string, Range> => {
  const ranges = structures.flatMap(rangesWithin);
  const top = new Set(structures);
  const defined = new Map<string, Range[]>();
  for (const range of ranges) if (!isReference(range)) appendToList(defined, idOf(range), range);
  const named = new Map<string, Range>();
  for (const id of ranges.filter(isReference).map(idOf)) {
    const [range, ...others] = defined.get(id) ?? [];
    if (range === undefined) throw new StructuresFault(`Range '${shown(id)}' is not part of this manifest.`);
    if (others.length > 0 || named.has(id) || !top.has(range))
      throw new StructuresFault(`Range '${shown(id)}' is in more than one place.`);
    named.set(id, range);
  }
  return named;
};

const rangesWithin = (value: unknown): Range[] =>
  isRange(value) ? [value, ...itemsOf(value).flatMap(rangesWithin)] : [];

/** Whether a value is a range, or the name of one. */
export const isRange = (value: unknown): value is Range => isRecord(value) && value['type'] === 'Range';

/** Whether nothing but its id is said of a range. */
const isReference = (range: Range): boolean =>
  idOf(range) !== '' && ['items', 'label', 'metadata'].every((name) => range[name] === undefined);

const idOf = ({ id }: Range): string => (typeof id === 'string' ? id : '');

const itemsOf = ({ items }: Range): readonly unknown[] => (Array.isArray(items) ? items : []);
