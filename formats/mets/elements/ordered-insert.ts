import type { XmlElement } from '../../xml/tree.js';

/**
 * Inserts a child, or several of one name, at its place in the schema's sequence: after the last sibling whose name
 * comes no later. Searches from the end, so that adding to a long list costs little.
 */
export const insertInOrder = (
  parent: XmlElement,
  inserted: XmlElement | readonly XmlElement[],
  sequence: readonly string[],
): void => {
  const children = 'kind' in inserted ? [inserted] : inserted;
  const [first] = children;
  if (first !== undefined) parent.insertAfter(siblingBefore(parent, first, sequence), children);
};

const siblingBefore = (parent: XmlElement, { name, namespace }: XmlElement, sequence: readonly string[]) => {
  const rank = sequence.indexOf(name);
  for (const sibling of parent.backwards()) {
    if (sibling.kind !== 'element' || sibling.namespace !== namespace) continue;
    const siblingRank = sequence.indexOf(sibling.name);
    if (siblingRank >= 0 && siblingRank <= rank) return sibling;
  }
  return null;
};
