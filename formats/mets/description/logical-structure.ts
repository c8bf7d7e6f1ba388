import { forEachElement } from '../../xml/navigate.js';
import type { MetsElement } from '../model/section-summary.js';
import { partOf, wholeFile } from './area.js';
import type { LogicalRange, RangeFile, Terms } from '../model/described-mets.js';
import { inheritedTerms, topRangeTerms } from './effective-terms.js';
import type { FileResolver } from './file-resolver.js';
import { METS } from '../elements/namespaces.js';
import type { MetsToRead } from '../structure/read-sections.js';
import type { Descriptions } from '../structure/description.js';
import { descriptionsOf, termsOf } from './terms.js';
import type { Readable } from '../../xml/readable.js';

/** A range and where it stands. */
export interface PlacedRange {
  readonly range: LogicalRange & { readonly ranges: LogicalRange[]; readonly files: RangeFile[] };
  readonly parent: PlacedRange | null;
  /** 0 for the root of a logical structure. */
  readonly depth: number;
}

export interface LogicalStructures {
  readonly roots: readonly LogicalRange[];
  /** Every range, each after its parent. */
  readonly all: readonly PlacedRange[];
  /** Throws MetsFault `mets-duplicate-id`. */
  rangeWithId(id: string): PlacedRange | undefined;
}

/**
 * The ranges of all logical structMaps with the files that they point to directly (companion 6.4). Throws MetsFault.
 */
export const logicalStructuresOf = (sections: MetsToRead, filesOf: FileResolver, root: Terms): LogicalStructures => {
  const all: PlacedRange[] = [];
  const byId = new Map<string, PlacedRange>();

  const place = (div: MetsElement, parent: PlacedRange | null): PlacedRange => {
    const own = termsOf(sections, div);
    const above = parent === null ? topRangeTerms(root) : parent.range.effective;
    const range = {
      ...headingOf(sections, div),
      own,
      effective: inheritedTerms(own, above),
      ranges: [] as LogicalRange[],
      files: div.elements(METS, 'fptr').flatMap((pointer) => filesAt(pointer, filesOf)),
    };
    const placed = { range, parent, depth: parent === null ? 0 : parent.depth + 1 };
    all.push(placed);
    if (range.id !== '' && !byId.has(range.id)) byId.set(range.id, placed);
    for (const child of div.elements(METS, 'div')) range.ranges.push(place(child, placed).range);
    return placed;
  };

  const roots = sections.logical.flatMap((map) => map.elements(METS, 'div')).map((div) => place(div, null).range);
  return { roots, all, rangeWithId: (id) => (byId.has(id) ? byId.get(sections.ids.unambiguous(id)) : undefined) };
};

/** The ranges that point to whole files, by file path. */
export const rangesNamingWhole = ({ all }: LogicalStructures): ReadonlyMap<string, ReadonlySet<LogicalRange>> => {
  const naming = new Map<string, Set<LogicalRange>>();
  for (const { range } of all) {
    for (const { localPath, isWhole } of range.files) {
      if (isWhole) naming.set(localPath, (naming.get(localPath) ?? new Set()).add(range));
    }
  }
  return naming;
};

/** The effective terms of a single range; null for none or several. */
export const onlyRange = (ranges: ReadonlySet<LogicalRange> = new Set()): Terms | null => {
  const [only, ...others] = ranges;
  return only === undefined || others.length > 0 ? null : only.effective;
};

/** ID, type and name of a range. */
export const headingOf = <E extends Readable<E>>(
  descriptions: Descriptions<E>,
  div: E,
): Pick<LogicalRange, 'id' | 'type' | 'name'> => {
  const titles = descriptionsOf(descriptions, div).map((each) => each.title);
  const name = titles.find((title) => title !== null) ?? (div.attribute('LABEL') || null);
  return { id: div.attribute('ID') ?? '', type: div.attribute('TYPE') || 'Range', name };
};

/** The files that a pointer, or each of its areas, names. Files outside the physical structure are skipped. */
const filesAt = (pointer: MetsElement, filesOf: FileResolver): RangeFile[] => {
  const ofPointer = pointer.attribute('FILEID');
  const areas: MetsElement[] = [];
  forEachElement(pointer, (element) => {
    if (element.name === 'area' && element.namespace === METS) areas.push(element);
  });
  const named = areas.map((area) => ({ fileId: area.attribute('FILEID') ?? ofPointer, part: partOf(area) }));
  return (named.length === 0 ? [{ fileId: ofPointer, part: wholeFile }] : named).flatMap(({ fileId, part }) =>
    filesOf(fileId ?? '').map(({ localPath }) => ({ localPath, ...part })),
  );
};
