import type { XmlDocument } from '../../xml/document.js';
import type { XmlElement } from '../../xml/tree.js';
import { MetsFault } from '../model/fault.js';
import { metsElement } from './mets-element.js';
import { duplicateIds, ElementsById } from './elements-by-id.js';
import { METS } from '../elements/namespaces.js';
import { sectionValues, type SectionValues } from './section-values.js';

/** The parts of a METS document. */
export interface MetsSections {
  readonly values: SectionValues;
  /** The mets element: the document's root, or inside it (EPrints). */
  readonly mets: XmlElement;
  readonly ids: ElementsById;
  readonly structMaps: readonly XmlElement[];
  readonly physical: XmlElement;
  readonly logical: readonly XmlElement[];
}

/** The sections for an edit. Throws MetsFault `mets-missing`, `mets-no-physical-map` or `mets-duplicate-id`. */
export const sectionsOf = (document: XmlDocument): MetsSections => {
  const sections = findSections(document);
  const { duplicates } = sections.ids;
  if (duplicates.length === 0) return sections;
  throw duplicateIds(duplicates);
};

/**
 * The sections for a reader, which tolerates duplicate IDs. Throws MetsFault `mets-missing`, `mets-no-physical-map`.
 */
export const findSections = (document: XmlDocument): MetsSections => {
  const mets = metsElement(document.root);
  const structMaps = mets.elements(METS, 'structMap');
  return {
    values: sectionValues(),
    mets,
    structMaps,
    physical: physicalOf(structMaps),
    ids: new ElementsById(mets),
    logical: structMaps.filter((map) => typeOf(map) === 'logical'),
  };
};

/** An element's TYPE in lower case; '' without one. */
export const typeOf = (element: XmlElement): string => element.attribute('TYPE')?.toLowerCase() ?? '';

/** mets:file elements, also those in nested groups and in other files. */
export const filesWithin = (parent: XmlElement): XmlElement[] =>
  parent.elements(METS).flatMap((child) => {
    if (child.name === 'fileGrp') return filesWithin(child);
    return child.name === 'file' ? [child, ...filesWithin(child)] : [];
  });

/** The divs of a structMap, each before those inside it. */
export const divsWithin = (parent: XmlElement): XmlElement[] =>
  parent.elements(METS, 'div').flatMap((div) => [div, ...divsWithin(div)]);

const physicalOf = (maps: readonly XmlElement[]): XmlElement => {
  const map = maps.find((each) => typeOf(each) === 'physical') ?? maps.find((each) => typeOf(each) !== 'logical');
  if (map === undefined || map.element(METS, 'div') === undefined)
    throw new MetsFault('mets-no-physical-map', 'METS file must have a physical structMap');
  return map;
};
