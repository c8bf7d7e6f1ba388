import type { Standing } from './cross-references.js';
import type { IndexedMets } from './indexed-mets.js';

/** Takes out every smLink from or to an id. */
export const dropLinks = (indexed: IndexedMets, id: string): void => {
  removeLinks(indexed, indexed.references.takeLinks(id));
};

/** An empty structLink is not valid, so the last link takes it along. */
export const removeLinks = (indexed: IndexedMets, links: readonly Standing[]): void => {
  drop(indexed, links);
  for (const { parent } of links) if (!indexed.changes.leaves(parent)) indexed.changes.remove(indexed.mets, parent);
};

export const drop = (indexed: IndexedMets, standings: readonly Standing[]): void => {
  for (const { element, parent } of standings) indexed.changes.remove(parent, element);
};
