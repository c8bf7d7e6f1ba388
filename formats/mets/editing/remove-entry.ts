import type { XmlElement } from '../../xml/tree.js';
import { entryAt, type IndexedMets } from '../indexed/indexed-mets.js';
import { MetsFault } from '../model/fault.js';
import {
  distinctEntries,
  elementOf,
  entriesOf,
  sectionAt,
  type PathEntry,
  type FileEntry,
} from '../indexed/path-entries.js';
import { descriptionIdsOf } from '../structure/elements-by-id.js';
import { dropLinks } from '../indexed/remove-links.js';
import { removeSection } from '../indexed/remove-section.js';

/**
 * Removes a file: every entry of its path, every pointer and link to it, and its sections unless other elements use
 * them. A group or folder that points to it stays.
 */
export const removeFile = (indexed: IndexedMets, path: string): void => {
  const found = entryAt(indexed, path);
  const entries = entriesOf(found, path);
  if (found.file === null) throw new MetsFault('mets-not-a-file', 'WorkingFile path does not end on a file');
  for (const { file } of distinctEntries(entries, elementOf)) removeElement(indexed, file);
  for (const entry of distinctEntries(entries, ({ div }) => div))
    if (entry.file?.hasDiv === true && entry.div.element() === undefined) removeDiv(indexed, entry);
  removeSections(indexed, entries);
  indexed.entries.delete(path);
};

const removeElement = (indexed: IndexedMets, file: FileEntry | null): void => {
  if (file === null) return;
  const fileId = file.element.attribute('ID') ?? '';
  for (const pointer of indexed.references.takePointers(fileId)) pointer.remove();
  dropLinks(indexed, fileId);
  indexed.references.remove(file.element);
  file.element.remove();
};

/** Removes an empty folder, with every entry of its path. */
export const removeFolder = (indexed: IndexedMets, path: string): void => {
  const found = entryAt(indexed, path);
  const entries = entriesOf(found, path);
  if (!found.isDirectory)
    throw new MetsFault('mets-not-a-directory', 'WorkingDirectory path does not end on a directory');
  if (path === '' || entries.some(({ div }) => div.element() !== undefined))
    throw new MetsFault('mets-directory-not-empty', 'Cannot delete a non-empty directory.');
  for (const entry of entries) removeDiv(indexed, entry);
  removeSections(indexed, entries);
  indexed.entries.delete(path);
};

const removeSections = (indexed: IndexedMets, entries: readonly PathEntry[]): void => {
  const sectionOf = (entry: PathEntry): XmlElement | null => sectionAt(indexed.ids, entry);
  for (const entry of distinctEntries(entries, sectionOf)) removeSection(indexed, sectionOf(entry));
};

const removeDiv = (indexed: IndexedMets, { div }: PathEntry): void => {
  const described = descriptionIdsOf(indexed.ids, div);
  dropLinks(indexed, div.attribute('ID') ?? '');
  indexed.references.remove(div);
  div.remove();
  for (const id of described) removeSection(indexed, indexed.ids.get(id, 'dmdSec') ?? null);
};
