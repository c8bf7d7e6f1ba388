import type { PlacedElement } from './cross-references.js';
import type { IndexedMets } from './indexed-mets.js';

/** Removes every smLink from or to an ID. */
export const dropLinks = (indexed: IndexedMets, id: string): void => {
  removeLinks(indexed, indexed.references.takeLinks(id));
};

/** Removes links, and a structLink that is left empty, which would not be valid. */
export const removeLinks = (indexed: IndexedMets, links: readonly PlacedElement[]): void => {
  drop(indexed, links);
  for (const { parent } of links)
    if (!indexed.changes.hasElementsLeft(parent)) indexed.changes.remove(indexed.mets, parent);
};

export const drop = (indexed: IndexedMets, standings: readonly PlacedElement[]): void => {
  for (const { element, parent } of standings) indexed.changes.remove(parent, element);
};
