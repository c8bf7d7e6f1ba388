import type { XmlElement } from '../../xml/tree.js';
import type { IndexedMets } from './indexed-mets.js';

/** Removes every smLink from or to an ID. */
export const dropLinks = ({ references }: IndexedMets, id: string): void => {
  removeLinks(references.takeLinks(id));
};

/** Removes links, and a structLink that is left empty, which would not be valid. */
export const removeLinks = (links: readonly XmlElement[]): void => {
  for (const link of links) {
    const { parent } = link;
    link.remove();
    if (parent !== null && parent.element() === undefined) parent.remove();
  }
};
