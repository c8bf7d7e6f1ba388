import { attributeOf } from '../../xml/navigate.js';
import { placeAt, type MetsDraft } from './draft.js';
import { MetsFault } from '../fault.js';
import type { Place } from './places.js';
import { referencedIds } from '../structure/references.js';
import { drop, dropLinks } from './remove-links.js';
import { removeSection } from './remove-section.js';

/** Takes a file out, and every pointer and link to it, and its sections unless something else needs them. */
export const removeFile = (draft: MetsDraft, path: string): void => {
  const place = placeAt(draft, path);
  if (place.file === null) throw new MetsFault('mets-not-a-file', 'WorkingFile path does not end on a file');
  const { element, group } = place.file;
  const fileId = attributeOf(element, 'ID') ?? '';
  drop(draft, draft.references.takePointers(fileId));
  dropLinks(draft, fileId);
  draft.changes.remove(group, element);
  draft.references.remove(element);
  if (!draft.changes.leaves(place.div)) removeDiv(draft, place);
  removeSection(draft, place.section);
  draft.places.delete(path);
};

/** Takes an empty folder out. */
export const removeFolder = (draft: MetsDraft, path: string): void => {
  const place = placeAt(draft, path);
  if (!place.isDirectory)
    throw new MetsFault('mets-not-a-directory', 'WorkingDirectory path does not end on a directory');
  if (path === '' || draft.changes.leaves(place.div))
    throw new MetsFault('mets-directory-not-empty', 'Cannot delete a non-empty directory.');
  removeDiv(draft, place);
  removeSection(draft, place.section);
  draft.places.delete(path);
};

const removeDiv = (draft: MetsDraft, { div, parent }: Place): void => {
  const described = referencedIds(attributeOf(div, 'DMDID'), (id) => draft.descriptive.has(id));
  dropLinks(draft, attributeOf(div, 'ID') ?? '');
  draft.changes.remove(parent, div);
  draft.references.remove(div);
  for (const id of described) removeSection(draft, draft.descriptive.get(id) ?? null);
};
