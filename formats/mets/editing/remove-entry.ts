import { attributeOf } from '../../xml/navigate.js';
import { placeAt, type MetsDraft } from './draft.js';
import { MetsFault } from '../fault.js';
import { distinctEntries, elementOf, entriesOf, type Place, type PlacedFile } from './places.js';
import { referencedIds } from '../structure/references.js';
import { drop, dropLinks } from './remove-links.js';
import { removeSection } from './remove-section.js';

/**
 * Takes a file out with every entry of its path, every pointer and link to it, and its sections unless something else
 * needs them. Of a group or a folder that points to it, nothing else goes.
 */
export const removeFile = (draft: MetsDraft, path: string): void => {
  const place = placeAt(draft, path);
  const entries = entriesOf(place, path);
  if (place.file === null) throw new MetsFault('mets-not-a-file', 'WorkingFile path does not end on a file');
  for (const { file } of distinctEntries(entries, elementOf)) removeElement(draft, file);
  for (const entry of distinctEntries(entries, ({ div }) => div))
    if (entry.file?.hasDiv === true && !draft.changes.leaves(entry.div)) removeDiv(draft, entry);
  removeSections(draft, entries);
  draft.places.delete(path);
};

const removeElement = (draft: MetsDraft, file: PlacedFile | null): void => {
  if (file === null) return;
  const fileId = attributeOf(file.element, 'ID') ?? '';
  drop(draft, draft.references.takePointers(fileId));
  dropLinks(draft, fileId);
  draft.changes.remove(file.group, file.element);
  draft.references.remove(file.element);
};

/** Takes an empty folder out, with every entry of its path. */
export const removeFolder = (draft: MetsDraft, path: string): void => {
  const place = placeAt(draft, path);
  const entries = entriesOf(place, path);
  if (!place.isDirectory)
    throw new MetsFault('mets-not-a-directory', 'WorkingDirectory path does not end on a directory');
  if (path === '' || entries.some(({ div }) => draft.changes.leaves(div)))
    throw new MetsFault('mets-directory-not-empty', 'Cannot delete a non-empty directory.');
  for (const entry of entries) removeDiv(draft, entry);
  removeSections(draft, entries);
  draft.places.delete(path);
};

const removeSections = (draft: MetsDraft, entries: readonly Place[]): void => {
  for (const { section } of distinctEntries(entries, ({ section }) => section)) removeSection(draft, section);
};

const removeDiv = (draft: MetsDraft, { div, parent }: Place): void => {
  const described = referencedIds(attributeOf(div, 'DMDID'), (id) => draft.descriptive.has(id));
  dropLinks(draft, attributeOf(div, 'ID') ?? '');
  draft.changes.remove(parent, div);
  draft.references.remove(div);
  for (const id of described) removeSection(draft, draft.descriptive.get(id) ?? null);
};
