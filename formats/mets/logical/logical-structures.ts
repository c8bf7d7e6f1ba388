import { attributeOf, childNamed } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { insertSection, type MetsDraft } from '../editing/draft.js';
import { METS } from '../structure/namespaces.js';
import { checkRange, rangesWithin, type NewRange } from './new-range.js';
import { makeRangeDiv } from './range-div.js';
import { referencedIds } from '../structure/references.js';
import { dropLinks } from '../editing/remove-links.js';
import { removeSection } from '../editing/remove-section.js';
import { divsWithin } from '../structure/sections.js';

/** Puts a logical structure in the place of the one whose root has its id, or after all others (companion 5.10). */
export const setLogicalStructure = (draft: MetsDraft, root: NewRange): void => {
  const known = structureAt(draft, root.id);
  const replaced = known === undefined ? [] : divsWithin(known);
  checkRange(draft, root, new Set(replaced.map(idOf)));
  const kept = new Set(rangesWithin(root).map(({ id }) => id));
  forget(draft, replaced, kept);
  const div = makeRangeDiv(draft, root);
  if (known === undefined) {
    const map = draft.make(METS, 'structMap', [['TYPE', 'LOGICAL']], [div]);
    insertSection(draft.mets, map);
    draft.logical.add(map);
  } else {
    known.children = known.children.map((child) => (child === replaced[0] ? div : child));
  }
  draft.references.add(div);
};

/** Takes a logical structure out; an id that no root has changes nothing. */
export const removeLogicalStructure = (draft: MetsDraft, id: string): void => {
  const known = structureAt(draft, id);
  if (known === undefined) return;
  forget(draft, divsWithin(known), new Set());
  draft.changes.remove(draft.mets, known);
  draft.logical.delete(known);
};

const structureAt = ({ logical }: MetsDraft, id: string): XmlElement | undefined =>
  [...logical].find((map) => attributeOf(childNamed(map, METS, 'div') ?? map, 'ID') === id);

/** Lets go of divs that leave, of what describes them, and of links to those that do not come back. */
const forget = (draft: MetsDraft, divs: readonly XmlElement[], kept: ReadonlySet<string>): void => {
  const [root] = divs;
  if (root === undefined) return;
  const isKnown = (id: string): boolean => draft.descriptive.has(id);
  const described = divs.flatMap((div) => referencedIds(attributeOf(div, 'DMDID'), isKnown));
  draft.references.remove(root);
  for (const id of described) removeSection(draft, draft.descriptive.get(id) ?? null);
  for (const div of divs) if (!kept.has(idOf(div))) dropLinks(draft, idOf(div));
};

const idOf = (div: XmlElement): string => attributeOf(div, 'ID') ?? '';
