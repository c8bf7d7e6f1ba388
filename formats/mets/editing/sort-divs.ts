import { isNamed } from '../../xml/navigate.js';
import type { XmlElement, XmlNode } from '../../xml/tree.js';
import { METS } from '../elements/namespaces.js';

/**
 * Sorts the divs in a div stably by lower-case LABEL (companion 5.4). Comments and instructions move with the div after
 * them; other elements stay first, as the schema demands.
 */
export const sortDivs = (parent: XmlElement): void => {
  const first: XmlNode[] = [];
  const groups: { readonly key: string; readonly nodes: readonly XmlNode[] }[] = [];
  let waiting: XmlNode[] = [];
  for (const child of parent.children) {
    waiting.push(child);
    if (child.kind !== 'element') continue;
    if (isNamed(child, METS, 'div')) groups.push({ key: labelOf(child), nodes: waiting });
    else first.push(...waiting);
    waiting = [];
  }
  groups.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  parent.children = [...first, ...groups.flatMap(({ nodes }) => nodes), ...waiting];
};

const labelOf = (div: XmlElement): string => (div.attribute('LABEL') ?? '').toLowerCase();
