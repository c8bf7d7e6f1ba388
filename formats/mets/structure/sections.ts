import type { XmlDocument } from '../../xml/document.js';
import type { Readable } from '../../xml/readable.js';
import type { XmlElement } from '../../xml/tree.js';
import { MetsFault } from '../model/fault.js';
import { metsElement } from './mets-element.js';
import { ownAttributes } from './own-elements.js';
import { duplicateIds, ElementsById } from './elements-by-id.js';
import { METS } from '../elements/namespaces.js';

/** The parts of a METS document. */
export interface MetsSections<E extends { readonly name: string }> {
  /** The mets element: the document's root, or inside it (EPrints). */
  readonly mets: E;
  readonly ids: ElementsById<E>;
  readonly structMaps: readonly E[];
  readonly physical: E;
  readonly logical: readonly E[];
}

/** The sections for an edit. Throws MetsFault `mets-missing`, `mets-no-physical-map` or `mets-duplicate-id`. */
export const sectionsOf = (document: XmlDocument): MetsSections<XmlElement> => {
  const mets = metsElement(document.root);
  const ids = new ElementsById<XmlElement>();
  mets.forEachAttribute(ownAttributes('ID'), (element, id) => {
    ids.add(id, element);
  });
  const sections = sectionsIn(mets, ids);
  const { duplicates } = ids;
  if (duplicates.length === 0) return sections;
  throw duplicateIds(duplicates);
};

/** The sections of a mets element. Throws MetsFault `mets-no-physical-map`. */
export const sectionsIn = <E extends Readable<E>>(mets: E, ids: ElementsById<E>): MetsSections<E> => {
  const structMaps = mets.elements(METS, 'structMap');
  const logical = structMaps.filter((map) => typeOf(map) === 'logical');
  return { mets, structMaps, physical: physicalOf(structMaps), ids, logical };
};

/** An element's TYPE in lower case; '' without one. */
export const typeOf = (element: Pick<Readable<unknown>, 'attribute'>): string =>
  element.attribute('TYPE')?.toLowerCase() ?? '';

/** mets:file elements, also those in nested groups and in other files. */
export const filesWithin = <E extends Readable<E>>(parent: E): E[] =>
  parent.elements(METS).flatMap((child): E[] => {
    if (child.name === 'fileGrp') return filesWithin(child);
    return child.name === 'file' ? [child, ...filesWithin(child)] : [];
  });

/** The divs of a structMap, each before those inside it. */
export const divsWithin = <E extends Readable<E>>(parent: E): E[] =>
  parent.elements(METS, 'div').flatMap((div) => [div, ...divsWithin(div)]);

const physicalOf = <E extends Readable<E>>(maps: readonly E[]): E => {
  const map = maps.find((each) => typeOf(each) === 'physical') ?? maps.find((each) => typeOf(each) !== 'logical');
  if (map === undefined || map.element(METS, 'div') === undefined)
    throw new MetsFault('mets-no-physical-map', 'METS file must have a physical structMap');
  return map;
};
