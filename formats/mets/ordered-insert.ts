import type { XmlElement } from '../xml/tree.js';

/**
 * Puts a child where the schema's sequence has it: after the last sibling whose name comes no later. The search runs
 * from the end, where new elements belong, so that adding to a long list costs little.
 */
export const insertInOrder = (parent: XmlElement, child: XmlElement, sequence: readonly string[]): void => {
  const rank = sequence.indexOf(child.name);
  const before = parent.children.findLastIndex((sibling) => {
    if (sibling.kind !== 'element' || sibling.namespace !== child.namespace) return false;
    const siblingRank = sequence.indexOf(sibling.name);
    return siblingRank >= 0 && siblingRank <= rank;
  });
  parent.children.splice(before + 1, 0, child);
};
