import type { PlainElement, PlainNode } from '../../xml/plain.js';

/** The tree without the elements that `isGone` names, and without what they alone held. */
export const without = (element: PlainElement, isGone: (element: PlainElement) => boolean): PlainElement => ({
  ...element,
  children: element.children
    .filter((child) => child.kind !== 'element' || !isGone(child))
    .map((child) => (child.kind === 'element' ? without(child, isGone) : child)),
});

/** Where two canonical trees say different things: names and IDs from the root down to the innermost that differ. */
export const differences = (before: PlainElement, after: PlainElement, path = ''): string[] => {
  const here = `${path}/${before.name}${before.attributes
    .filter(isId)
    .map(({ value }) => `[${value}]`)
    .join('')}`;
  const own = (element: PlainElement): string => JSON.stringify({ ...element, children: element.children.map(leafOf) });
  if (own(before) !== own(after)) return [here];
  return before.children.flatMap((child, index) => {
    const other = after.children[index];
    return child.kind === 'element' && other?.kind === 'element' ? differences(child, other, here) : [];
  });
};

const isId = ({ name, namespace }: PlainElement['attributes'][number]): boolean => name === 'ID' && namespace === '';

/** An element stands for itself alone: what is in it is compared below. */
const leafOf = (node: PlainNode): unknown =>
  node.kind === 'element' ? [node.prefix, node.name, node.namespace] : node;
