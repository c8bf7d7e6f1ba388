import type { XmlElement } from '../../xml/tree.js';
import { insertSection, type IndexedMets } from '../indexed/indexed-mets.js';
import { METS } from '../elements/namespaces.js';
import { hasCanvas, linkedPaths } from '../structure/canvas-files.js';
import { headingOf } from '../description/logical-structure.js';
import { termsOf } from '../description/terms.js';
import { checkRanges, rangesWithin, type NewRange } from './new-range.js';
import { namedByLabel } from './range-label.js';
import { makeRangeDiv } from './range-div.js';
import { descriptionIdsOf } from '../structure/elements-by-id.js';
import { dropLinks } from '../indexed/remove-links.js';
import { removeSection } from '../indexed/remove-section.js';
import { fileIdsOf } from '../structure/pointers.js';
import { divsWithin } from '../structure/sections.js';
import { structuralLinksIn } from '../structure/structural-links.js';

/** Replaces the logical structure whose root has the same ID, or adds one after all others (companion 5.10). */
export const setLogicalStructure = (indexed: IndexedMets, root: NewRange): void => {
  const known = structureAt(indexed, root.id);
  const replaced = known === undefined ? [] : divsWithin(known);
  checkRanges(indexed, [root], new Set(replaced.map(idOf)));
  const kept = new Set(rangesWithin(root).map(({ id }) => id));
  forget(indexed, replaced, kept);
  const div = makeRangeDiv(indexed, root);
  if (known === undefined) {
    addStructure(indexed, div);
  } else {
    const [before] = replaced;
    known.insertAfter(before ?? null, [div]);
    before?.remove();
    indexed.references.add(div);
  }
};

/**
 * Replaces all logical structures by these, in their order (preservation 4.9, companion 15.3). A range that was there
 * before, by its ID, keeps its pointers to files without a canvas, which no manifest shows, and a rights statement that
 * is suppressed, unless it is given one; where its label alone was changed, it is renamed. Returns whether anything was there before or is now.
 */
export const replaceLogicalStructures = (indexed: IndexedMets, roots: readonly NewRange[]): boolean => {
  const maps = [...indexed.logical];
  const replaced = maps.flatMap(divsWithin);
  const known = new Map(replaced.map((div) => [idOf(div), div]));
  const wanted = roots.map((root) => asMeant(indexed, root, known));
  checkRanges(indexed, wanted, new Set(known.keys()));
  const kept = hiddenPointers(indexed, replaced);
  const ids = new Set(wanted.flatMap((root) => rangesWithin(root).map(({ id }) => id)));
  for (const map of maps) {
    forget(indexed, divsWithin(map), ids);
    map.remove();
    indexed.logical.delete(map);
  }
  for (const root of wanted) addStructure(indexed, makeRangeDiv(indexed, root, kept));
  return maps.length > 0 || roots.length > 0;
};

const addStructure = (indexed: IndexedMets, div: XmlElement): void => {
  const map = indexed.make(METS, 'structMap', [['TYPE', 'LOGICAL']], [div]);
  insertSection(indexed.mets, map);
  indexed.logical.add(map);
  indexed.references.add(div);
};

/** A range and its descendants as what was there before says that they are meant: their names, and suppressed rights. */
const asMeant = (indexed: IndexedMets, range: NewRange, known: ReadonlyMap<string, XmlElement>): NewRange => {
  const div = known.get(range.id);
  const ranges = range.ranges.map((each) => asMeant(indexed, each, known));
  if (div === undefined) return { ...range, ranges };
  const own = range.own ?? {};
  const keeps = termsOf(indexed, div).rightsStatementSuppressed && (own.rightsStatement ?? null) === null;
  return {
    ...namedByLabel(range, headingOf(indexed, div)),
    own: keeps ? { ...own, rightsStatementSuppressed: true } : own,
    ranges,
  };
};

/** The pointers of each div, by its ID, to files that have no canvas. */
const hiddenPointers = (
  indexed: IndexedMets,
  divs: readonly XmlElement[],
): ReadonlyMap<string, readonly XmlElement[]> => {
  const shown = fileIdsWithCanvas(indexed);
  const isHidden = (pointer: XmlElement): boolean => {
    const ids = fileIdsOf(pointer);
    return ids.length > 0 && !ids.some((id) => shown.has(id));
  };
  return new Map(divs.map((div) => [idOf(div), div.elements(METS, 'fptr').filter(isHidden)]));
};

const fileIdsWithCanvas = (indexed: IndexedMets): ReadonlySet<string> => {
  const files = new Map<string, { readonly path: string; readonly contentType: string | null }>();
  for (const [path, { file }] of indexed.entries)
    if (file !== null)
      files.set(file.element.attribute('ID') ?? '', { path, contentType: file.element.attribute('MIMETYPE') });
  const links = structuralLinksIn(indexed.mets).flatMap(({ from, to }) => {
    const [source, target] = [files.get(from), files.get(to)];
    return source === undefined || target === undefined ? [] : [{ from: source.path, to: target.path }];
  });
  const linked = linkedPaths(links);
  return new Set([...files].flatMap(([id, { path, contentType }]) => (hasCanvas(path, contentType, linked) ? id : [])));
};

/** Removes a logical structure; an unknown ID changes nothing. */
export const removeLogicalStructure = (indexed: IndexedMets, id: string): void => {
  const known = structureAt(indexed, id);
  if (known === undefined) return;
  forget(indexed, divsWithin(known), new Set());
  known.remove();
  indexed.logical.delete(known);
};

const structureAt = ({ logical }: IndexedMets, id: string): XmlElement | undefined =>
  [...logical].find((map) => (map.element(METS, 'div') ?? map).attribute('ID') === id);

/** Removes the references of removed divs, their descriptions, and the links to divs whose ID is not `kept`. */
const forget = (indexed: IndexedMets, divs: readonly XmlElement[], kept: ReadonlySet<string>): void => {
  const [root] = divs;
  if (root === undefined) return;
  const described = divs.flatMap((div) => descriptionIdsOf(indexed.ids, div));
  indexed.references.remove(root);
  for (const id of described) removeSection(indexed, indexed.ids.get(id, 'dmdSec') ?? null);
  for (const div of divs) if (!kept.has(idOf(div))) dropLinks(indexed, idOf(div));
};

const idOf = (div: XmlElement): string => div.attribute('ID') ?? '';
