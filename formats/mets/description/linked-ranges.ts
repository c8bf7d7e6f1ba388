import type { MetsElement } from '../model/section-summary.js';
import type { RangeFile, Terms } from '../model/described-mets.js';
import { idsPointedAt, type GroupUses } from '../structure/file-groups.js';
import type { LogicalStructures, PlacedRange } from './logical-structure.js';
import type { FileResolver } from './file-resolver.js';
import type { MetsFile } from '../model/mets.js';
import { divsWithin } from '../structure/sections.js';
import type { MetsToRead } from '../structure/read-sections.js';
import type { StructuralLink } from '../structure/structural-links.js';
import { appendToList } from '../../../flow/append-to-list.js';

/** The ranges that link to the divs of a file, by its path. */
export type RangesByFile = ReadonlyMap<string, ReadonlySet<PlacedRange>>;

/**
 * Finds the ranges that link to the divs of each file. Of several that link to one div only the deepest count; several
 * of equal depth all do, such as two chapters that share a page (companion 6.4). Throws MetsFault `mets-duplicate-id`.
 */
export const rangesByFile = (
  sections: MetsToRead,
  filesOf: FileResolver,
  links: readonly StructuralLink[],
  logical: LogicalStructures,
): RangesByFile => {
  const byFile = new Map<string, Set<PlacedRange>>();
  for (const { div, claims } of claimsOn(sections, links, logical)) {
    const depth = depthOf(claims);
    for (const file of idsPointedAt(div).flatMap((id) => filesOf(id))) {
      const ranges = byFile.get(file.localPath) ?? new Set();
      for (const claim of claims) if (claim.depth === depth) ranges.add(claim);
      byFile.set(file.localPath, ranges);
    }
  }
  return byFile;
};

/** Adds to each range the files that it links to, except ALTO, which is not a page of its own. */
export const appendLinkedFiles = (
  byFile: RangesByFile,
  filesByPath: ReadonlyMap<string, MetsFile>,
  uses: GroupUses,
): void => {
  const listed = new Map<PlacedRange, Set<string>>();
  for (const [path, ranges] of byFile) {
    if (uses.get(filesByPath.get(path)?.fileId ?? '') === 'ALTO') continue;
    for (const placed of ranges) {
      const { files } = placed.range;
      const known = listed.get(placed) ?? wholeFilesIn(files);
      listed.set(placed, known);
      if (known.size === known.add(path).size) continue;
      files.push({ localPath: path, isWhole: true, region: null, beginTime: null, endTime: null });
    }
  }
};

const wholeFilesIn = (files: readonly RangeFile[]): Set<string> =>
  new Set(files.filter(({ isWhole }) => isWhole).map(({ localPath }) => localPath));

const depthOf = (ranges: Iterable<PlacedRange>): number => {
  let deepest = 0;
  for (const { depth } of ranges) deepest = Math.max(deepest, depth);
  return deepest;
};

/**
 * The effective terms of the range that links to a file; of several, those of their closest common ancestor, or null.
 */
export const commonTerms = (ranges: ReadonlySet<PlacedRange> = new Set()): Terms | null => {
  let current = ranges;
  while (current.size > 1) {
    const deepest = depthOf(current);
    const next = [...current].map((range) => (range.depth === deepest ? range.parent : range));
    if (next.includes(null)) return null;
    current = new Set(next.filter((range) => range !== null));
  }
  const [only] = current;
  return only?.range.effective ?? null;
};

interface ClaimedDiv {
  readonly div: MetsElement;
  readonly claims: readonly PlacedRange[];
}

const claimsOn = (
  sections: MetsToRead,
  links: readonly StructuralLink[],
  logical: LogicalStructures,
): readonly ClaimedDiv[] => {
  if (logical.all.length === 0 || links.length === 0) return [];
  const claims = new Map<string, PlacedRange[]>();
  const divs = new Map<string, MetsElement>();
  for (const div of divsWithin(sections.physical)) {
    const id = div.attribute('ID');
    if (id !== null) divs.set(id, div);
  }
  for (const { from, to } of links) {
    const range = logical.rangeWithId(from);
    if (range === undefined || !divs.has(to)) continue;
    sections.ids.unambiguous(to);
    appendToList(claims, to, range);
  }
  return [...claims].flatMap(([id, claimed]) => {
    const div = divs.get(id);
    return div === undefined ? [] : [{ div, claims: claimed }];
  });
};
