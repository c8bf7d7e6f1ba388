import { firstWithin } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { insertDescription, entryAt, type IndexedMets } from '../indexed/indexed-mets.js';
import { newId } from '../indexed/free-id.js';
import { putTerms } from './mods-terms.js';
import { METS, MODS } from '../elements/namespaces.js';
import { checkTerms, type NewTerms } from './new-terms.js';
import { descriptionIdsOf } from '../structure/elements-by-id.js';
import { removeSection } from '../indexed/remove-section.js';

/** A dmdSec with the MODS record in it. */
interface Description {
  readonly id: string;
  readonly section: XmlElement;
  readonly mods: XmlElement;
}

/**
 * Sets access, rights and record identifiers of a file or folder; of the root at ''. Adds its dmdSec when needed, and
 * removes it when it becomes empty. Throws MetsFault `mets-path-unknown` or `mets-value-unwritable`.
 */
export const setTerms = (indexed: IndexedMets, path: string, terms: NewTerms): void => {
  const { div, file } = entryAt(indexed, path);
  checkTerms(path, terms);
  const described = file === null || file.hasDiv ? div : file.element;
  const ids = descriptionIdsOf(indexed.ids, described);
  const known = describedBy(indexed, ids);
  const fresh = indexed.make(MODS, 'mods');
  putTerms(indexed.make, known.length === 0 ? [fresh] : known.map(({ mods }) => mods), terms);
  if (fresh.children.length > 0) {
    const id = addDescription(indexed, fresh, path === '' ? 'PHYS_ROOT' : path);
    refer(indexed, described, [...ids, id]);
  }
  for (const { section, id } of known.filter(({ mods }) => mods.children.length === 0)) {
    const others = descriptionIdsOf(indexed.ids, described).filter((each) => each !== id);
    refer(indexed, described, others);
    removeSection(indexed, section);
  }
};

/** Adds a dmdSec for a MODS record; returns its ID, made from the given name. */
export const addDescription = (indexed: IndexedMets, mods: XmlElement, name: string): string => {
  const { make, references } = indexed;
  const id = newId(references, 'DMD', name);
  const wrapped = make(METS, 'mdWrap', [['MDTYPE', 'MODS']], [make(METS, 'xmlData', [], [mods])]);
  insertDescription(indexed, make(METS, 'dmdSec', [['ID', id]], [wrapped]));
  return id;
};

const describedBy = (indexed: IndexedMets, ids: readonly string[]): Description[] =>
  ids.flatMap((id) => {
    const section = indexed.ids.get(id, 'dmdSec');
    const mods = section === undefined ? undefined : firstWithin(section, MODS, 'mods');
    return section === undefined || mods === undefined ? [] : [{ id, section, mods }];
  });

const refer = ({ references }: IndexedMets, described: XmlElement, ids: readonly string[]): void => {
  references.removeUses(described);
  if (ids.length === 0) described.removeAttribute('DMDID');
  else described.setAttribute('DMDID', ids.join(' '));
  references.addUses(described);
};
