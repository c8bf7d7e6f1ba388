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
  if (first === undefined) return;
  const rank = sequence.indexOf(first.name);
  const before = parent.children.findLastIndex((sibling) => {
    if (sibling.kind !== 'element' || sibling.namespace !== first.namespace) return false;
    const siblingRank = sequence.indexOf(sibling.name);
    return siblingRank >= 0 && siblingRank <= rank;
  });
  if (children.length === 1) parent.children.splice(before + 1, 0, first);
  else parent.children = [...parent.children.slice(0, before + 1), ...children, ...parent.children.slice(before + 1)];
};
