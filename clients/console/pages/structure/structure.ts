import type { ManifestRange } from '../../api/manifest-range.js';

/** A range as it is arranged. */
export interface Range {
  readonly id: string;
  readonly type: string;
  /** Empty without one. */
  readonly name: string;
  readonly access: readonly string[];
  readonly rights: string | null;
  readonly records: readonly { readonly source: string; readonly value: string }[];
  readonly ranges: readonly Range[];
  /** Canvases by their ids, with the part that is meant behind a `#`. */
  readonly canvases: readonly string[];
}

const RECORD = 'record identifier: ';
const ACCESS = 'access restriction';

const textOf = (map: Readonly<Record<string, readonly string[]>>): string => Object.values(map)[0]?.[0] ?? '';

/** A range of a manifest, by its metadata (companion 15.2). */
export const rangeOf = ({ metadata = [], rights, items }: ManifestRange): Range => {
  const entries = metadata.map(({ label, value }) => ({ label: textOf(label), value: textOf(value) }));
  const first = (name: string): string => entries.find(({ label }) => label === name)?.value ?? '';
  return {
    id: first('id'),
    type: first('Type'),
    name: first('Name'),
    access: entries.flatMap(({ label, value }) => (label === ACCESS ? [value] : [])),
    rights: rights ?? null,
    records: entries.flatMap(({ label, value }) =>
      label.startsWith(RECORD) ? [{ source: label.slice(RECORD.length), value }] : [],
    ),
    ranges: items.flatMap((item) => (item.type === 'Range' ? [rangeOf(item)] : [])),
    canvases: items.flatMap((item) => (item.type === 'Canvas' ? [item.id] : [])),
  };
};

/** The range as it is posted. Without a label it is named by its metadata. */
export const manifestRange = ({ id, type, name, access, rights, records, ranges, canvases }: Range): object => {
  const entry = (label: string, value: string): object => ({ label: { en: [label] }, value: { none: [value] } });
  return {
    id: `urn:range:${id}`,
    type: 'Range',
    metadata: [
      entry('Type', type),
      entry('Name', name),
      entry('id', id),
      ...access.map((value) => entry(ACCESS, value)),
      ...records.map(({ source, value }) => entry(RECORD + source, value)),
    ],
    ...(rights === null ? {} : { rights }),
    items: [...ranges.map(manifestRange), ...canvases.map((canvas) => ({ id: canvas, type: 'Canvas' }))],
  };
};

/** A range with its place among all. */
export interface PlacedRange {
  readonly range: Range;
  readonly depth: number;
  /** The id of the range that it is in; null at the top. */
  readonly parent: string | null;
  /** The ranges that it is in, from the top. */
  readonly above: readonly Range[];
  /** Its place among its siblings, from 0, and their number. */
  readonly at: number;
  readonly of: number;
}

/** All ranges in their order; those of closed ones are left out. */
export const placedRanges = (
  roots: readonly Range[],
  isOpen: (id: string) => boolean = () => true,
  above: readonly Range[] = [],
): PlacedRange[] =>
  roots.flatMap((range, at) => [
    { range, depth: above.length, parent: above.at(-1)?.id ?? null, above, at, of: roots.length },
    ...(isOpen(range.id) ? placedRanges(range.ranges, isOpen, [...above, range]) : []),
  ]);

/** The range that sets what holds for one: itself, else the closest above it that says it; null where none does. */
export const sourceOf = (
  { range, above }: Pick<PlacedRange, 'range' | 'above'>,
  says: (range: Range) => boolean,
): Range | null => [...above, range].findLast(says) ?? null;

/** The ranges of each canvas, by its whole id. */
export const rangesByCanvas = (roots: readonly Range[]): ReadonlyMap<string, readonly Range[]> => {
  const by = new Map<string, Range[]>();
  for (const { range } of placedRanges(roots))
    for (const canvas of new Set(range.canvases.map(wholeOf))) {
      const ranges = by.get(canvas);
      if (ranges === undefined) by.set(canvas, [range]);
      else ranges.push(range);
    }
  return by;
};

/** How many pages a range and those in it have. */
export const pagesIn = ({ ranges, canvases }: Range): number =>
  ranges.reduce((sum, range) => sum + pagesIn(range), canvases.length);

/** The id of the whole canvas that a reference means. */
export const wholeOf = (reference: string): string => reference.split('#', 1)[0] ?? '';

/** The path of the file of a canvas. */
export const pathOfCanvas = (reference: string): string => {
  const id = wholeOf(reference);
  const mark = '/iiif/canvases/';
  return id
    .slice(id.indexOf(mark) + mark.length)
    .split('/')
    .map(decodeURIComponent)
    .join('/');
};
