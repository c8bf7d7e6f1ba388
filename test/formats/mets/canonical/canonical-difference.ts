import { attributeOf } from '../../../../formats/xml/navigate.js';
import type { XmlElement, XmlNode } from '../../../../formats/xml/tree.js';

/** The tree without the elements that `isGone` names, and without what they alone held. */
export const without = (element: XmlElement, isGone: (element: XmlElement) => boolean): XmlElement => ({
  ...element,
  children: element.children
    .filter((child) => child.kind !== 'element' || !isGone(child))
    .map((child) => (child.kind === 'element' ? without(child, isGone) : child)),
});

/** Where two canonical trees say different things: names and IDs from the root down to the innermost that differ. */
export const differences = (before: XmlElement, after: XmlElement, path = ''): string[] => {
  const here = `${path}/${before.name}${before.attributes.some(isId) ? `[${attributeOf(before, 'ID') ?? ''}]` : ''}`;
  const own = (element: XmlElement): string => JSON.stringify({ ...element, children: element.children.map(leafOf) });
  if (own(before) !== own(after)) return [here];
  return before.children.flatMap((child, index) => {
    const other = after.children[index];
    return child.kind === 'element' && other?.kind === 'element' ? differences(child, other, here) : [];
  });
};

const isId = ({ name, namespace }: XmlElement['attributes'][number]): boolean => name === 'ID' && namespace === '';

/** An element stands for itself alone: what is in it is compared below. */
const leafOf = (node: XmlNode): unknown => (node.kind === 'element' ? [node.prefix, node.name, node.namespace] : node);
