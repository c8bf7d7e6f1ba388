import { lastName } from '../../paths/repository-path.js';
import { xmlTextViolation } from '../../xml/characters.js';
import { entryAt, type IndexedMets } from '../indexed/indexed-mets.js';
import { MetsFault } from '../model/fault.js';
import { entriesOf } from '../indexed/path-entries.js';

/**
 * Labels a file or folder; null labels it with the last segment of its path. Throws MetsFault `mets-path-unknown`,
 * `mets-path-twice` or `mets-value-unwritable`.
 */
export const setName = (indexed: IndexedMets, path: string, name: string | null): void => {
  const entry = entryAt(indexed, path);
  entriesOf(entry, path);
  const { div, parent, file } = entry;
  if (path === '') throw unwritable(path, 'it is the title of the METS');
  if (file?.hasDiv === false) throw unwritable(path, 'the METS has no label for this file alone');
  const why = name?.trim() === '' ? 'it is empty' : xmlTextViolation(name ?? '');
  if (why !== null) throw unwritable(path, why);
  div.setAttribute('LABEL', name ?? lastName(path));
  indexed.unsorted.add(parent);
};

const unwritable = (path: string, why: string): MetsFault =>
  new MetsFault('mets-value-unwritable', `The name of '${path}' cannot be written: ${why}.`);
