import { attributeOf, childNamed } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { insertSection, type IndexedMets } from '../editing/indexed-mets.js';
import { METS } from '../structure/namespaces.js';
import { checkRange, rangesWithin, type NewRange } from './new-range.js';
import { makeRangeDiv } from './range-div.js';
import { referencedIds } from '../structure/references.js';
import { dropLinks } from '../editing/remove-links.js';
import { removeSection } from '../editing/remove-section.js';
import { divsWithin } from '../structure/sections.js';

/** Replaces the logical structure whose root has the same ID, or adds one after all others (companion 5.10). */
export const setLogicalStructure = (indexed: IndexedMets, root: NewRange): void => {
  const known = structureAt(indexed, root.id);
  const replaced = known === undefined ? [] : divsWithin(known);
  checkRange(indexed, root, new Set(replaced.map(idOf)));
  const kept = new Set(rangesWithin(root).map(({ id }) => id));
  forget(indexed, replaced, kept);
  const div = makeRangeDiv(indexed, root);
  if (known === undefined) {
    const map = indexed.make(METS, 'structMap', [['TYPE', 'LOGICAL']], [div]);
    insertSection(indexed.mets, map);
    indexed.logical.add(map);
  } else {
    known.children = known.children.map((child) => (child === replaced[0] ? div : child));
  }
  indexed.references.add(div);
};

/** Removes a logical structure; an unknown ID changes nothing. */
export const removeLogicalStructure = (indexed: IndexedMets, id: string): void => {
  const known = structureAt(indexed, id);
  if (known === undefined) return;
  forget(indexed, divsWithin(known), new Set());
  indexed.changes.remove(indexed.mets, known);
  indexed.logical.delete(known);
};

const structureAt = ({ logical }: IndexedMets, id: string): XmlElement | undefined =>
  [...logical].find((map) => attributeOf(childNamed(map, METS, 'div') ?? map, 'ID') === id);

/** Removes the references of removed divs, their descriptions, and the links to divs whose ID is not `kept`. */
const forget = (indexed: IndexedMets, divs: readonly XmlElement[], kept: ReadonlySet<string>): void => {
  const [root] = divs;
  if (root === undefined) return;
  const isKnown = (id: string): boolean => indexed.descriptive.has(id);
  const described = divs.flatMap((div) => referencedIds(attributeOf(div, 'DMDID'), isKnown));
  indexed.references.remove(root);
  for (const id of described) removeSection(indexed, indexed.descriptive.get(id) ?? null);
  for (const div of divs) if (!kept.has(idOf(div))) dropLinks(indexed, idOf(div));
};

const idOf = (div: XmlElement): string => attributeOf(div, 'ID') ?? '';
