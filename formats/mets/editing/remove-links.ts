import type { Standing } from './cross-references.js';
import type { MetsDraft } from './draft.js';

/** Takes out every smLink from or to an id. */
export const dropLinks = (draft: MetsDraft, id: string): void => {
  removeLinks(draft, draft.references.takeLinks(id));
};

/** An empty structLink is not valid, so the last link takes it along. */
export const removeLinks = (draft: MetsDraft, links: readonly Standing[]): void => {
  drop(draft, links);
  for (const { parent } of links) if (!draft.changes.leaves(parent)) draft.changes.remove(draft.mets, parent);
};

export const drop = (draft: MetsDraft, standings: readonly Standing[]): void => {
  for (const { element, parent } of standings) draft.changes.remove(parent, element);
};
