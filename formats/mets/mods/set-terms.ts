import { attributeOf, firstWithin, setAttribute } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { insertDescription, placeAt, type MetsDraft } from '../editing/draft.js';
import { newId } from '../editing/free-id.js';
import { putTerms } from './mods-terms.js';
import { METS, MODS } from '../structure/namespaces.js';
import { checkTerms, type NewTerms } from './new-terms.js';
import { referencedIds } from '../structure/references.js';
import { removeSection } from '../editing/remove-section.js';

/** A dmdSec with the MODS record in it. */
interface Description {
  readonly id: string;
  readonly section: XmlElement;
  readonly mods: XmlElement;
}

/**
 * Says who may see a file or folder and what it is called elsewhere; the root's at ''. Its dmdSec is made when there
 * is something to say, and goes with the last of it. Throws MetsFault `mets-path-unknown` or `mets-value-unwritable`.
 */
export const setTerms = (draft: MetsDraft, path: string, terms: NewTerms): void => {
  const { div, file } = placeAt(draft, path);
  checkTerms(path, terms);
  const described = file === null || file.hasDiv ? div : file.element;
  const ids = idsOf(draft, described);
  const known = describedBy(draft, ids);
  const fresh = draft.make(MODS, 'mods');
  putTerms(draft.make, known.length === 0 ? [fresh] : known.map(({ mods }) => mods), terms);
  if (fresh.children.length > 0) {
    const id = addDescription(draft, fresh, path === '' ? 'PHYS_ROOT' : path);
    refer(draft, described, [...ids, id]);
  }
  for (const { section, id } of known.filter(({ mods }) => mods.children.length === 0)) {
    const others = idsOf(draft, described).filter((each) => each !== id);
    refer(draft, described, others);
    removeSection(draft, section);
  }
};

/** Adds a dmdSec for a MODS record, under an id made from the name given, and returns that id. */
export const addDescription = (draft: MetsDraft, mods: XmlElement, name: string): string => {
  const { make, references } = draft;
  const id = newId(references, 'DMD', name);
  const wrapped = make(METS, 'mdWrap', [['MDTYPE', 'MODS']], [make(METS, 'xmlData', [], [mods])]);
  insertDescription(draft, make(METS, 'dmdSec', [['ID', id]], [wrapped]));
  return id;
};

const describedBy = ({ descriptive }: MetsDraft, ids: readonly string[]): Description[] =>
  ids.flatMap((id) => {
    const section = descriptive.get(id);
    const mods = section === undefined ? undefined : firstWithin(section, MODS, 'mods');
    return section === undefined || mods === undefined ? [] : [{ id, section, mods }];
  });

const idsOf = ({ descriptive }: MetsDraft, described: XmlElement): string[] =>
  referencedIds(attributeOf(described, 'DMDID'), (id) => descriptive.has(id));

const refer = ({ references }: MetsDraft, described: XmlElement, ids: readonly string[]): void => {
  references.removeUses(described);
  if (ids.length === 0) described.attributes = described.attributes.filter(({ name }) => name !== 'DMDID');
  else setAttribute(described, { name: 'DMDID', prefix: '', namespace: '', value: ids.join(' ') });
  references.addUses(described);
};
