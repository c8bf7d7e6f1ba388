import { firstNames } from '../../../flow/first-of-many.js';
import { firstWithin } from '../../xml/navigate.js';
import type { XmlDocument } from '../../xml/document.js';
import { serialiseElement } from '../../xml/serialise.js';
import type { XmlElement } from '../../xml/tree.js';
import { MetsFault } from '../model/fault.js';
import { METS } from '../elements/namespaces.js';
import { forEachMetsElement } from './own-elements.js';
import { sectionValues, type SectionValues } from './section-values.js';

/** The parts of a METS document, its elements looked up by ID. */
export interface MetsSections {
  readonly values: SectionValues;
  /** The mets element: the document's root, or inside it (EPrints). */
  readonly mets: XmlElement;
  readonly descriptive: ReadonlyMap<string, XmlElement>;
  readonly administrative: ReadonlyMap<string, XmlElement>;
  readonly technical: ReadonlyMap<string, XmlElement>;
  readonly provenance: ReadonlyMap<string, XmlElement>;
  readonly files: ReadonlyMap<string, XmlElement>;
  readonly fileGroups: ReadonlyMap<string, XmlElement>;
  readonly physical: XmlElement;
  readonly logical: readonly XmlElement[];
  /** All IDs of METS elements. */
  readonly ids: ReadonlySet<string>;
  /** IDs that several elements have. */
  readonly duplicateIds: ReadonlySet<string>;
  /** Those of them that different elements of one kind have, so that references to them are ambiguous. */
  readonly ambiguousIds: ReadonlySet<string>;
}

/** The sections for an edit. Throws MetsFault `mets-missing`, `mets-no-physical-map` or `mets-duplicate-id`. */
export const sectionsOf = (document: XmlDocument): MetsSections => {
  const sections = findSections(document);
  if (sections.duplicateIds.size === 0) return sections;
  throw duplicateIds(sections.duplicateIds);
};

/** The fault of a METS in which more than one element has each of these IDs. */
export const duplicateIds = (ids: ReadonlySet<string>): MetsFault => {
  const named = firstNames([...ids].map((id) => `'${id}'`));
  return new MetsFault('mets-duplicate-id', `The METS uses an ID more than once: ${named}.`);
};

/**
 * The sections for a reader, which tolerates duplicate IDs. Throws MetsFault `mets-missing`, `mets-no-physical-map`.
 */
export const findSections = (document: XmlDocument): MetsSections => {
  const mets = firstWithin(document.root, METS, 'mets');
  if (mets === undefined) throw new MetsFault('mets-missing', 'The document holds no mets element.');
  const administrative = mets.elements(METS, 'amdSec');
  const fileSections = mets.elements(METS, 'fileSec');
  const structMaps = mets.elements(METS, 'structMap');
  const physical = physicalOf(structMaps);
  const logical = structMaps.filter((map) => typeOf(map) === 'logical');
  const ambiguousIds = new Set<string>();
  const byId = (elements: readonly XmlElement[]): Map<string, XmlElement> => indexById(elements, ambiguousIds);
  byId([physical, ...logical].flatMap(divsWithin));
  return {
    values: sectionValues(),
    mets,
    descriptive: byId(mets.elements(METS, 'dmdSec')),
    administrative: byId(administrative),
    technical: byId(administrative.flatMap((section) => section.elements(METS, 'techMD'))),
    provenance: byId(administrative.flatMap((section) => section.elements(METS, 'digiprovMD'))),
    files: byId(fileSections.flatMap(filesWithin)),
    fileGroups: byId(fileSections.flatMap(groupsWithin)),
    physical,
    logical,
    ...idsIn(mets),
    ambiguousIds,
  };
};

/** The given ID. Throws MetsFault `mets-duplicate-id` where it is ambiguous. */
export const unambiguous = ({ ambiguousIds }: Pick<MetsSections, 'ambiguousIds'>, id: string): string => {
  if (!ambiguousIds.has(id)) return id;
  throw new MetsFault('mets-duplicate-id', `The METS refers to the ID '${id}', which different elements have.`);
};

/** An element's TYPE in lower case; '' without one. */
export const typeOf = (element: XmlElement): string => element.attribute('TYPE')?.toLowerCase() ?? '';

/** mets:file elements, also those in nested groups and in other files. */
export const filesWithin = (parent: XmlElement): XmlElement[] =>
  parent.elements(METS).flatMap((child) => {
    if (child.name === 'fileGrp') return filesWithin(child);
    return child.name === 'file' ? [child, ...filesWithin(child)] : [];
  });

const groupsWithin = (parent: XmlElement): XmlElement[] =>
  parent.elements(METS, 'fileGrp').flatMap((group) => [group, ...groupsWithin(group)]);

/** The divs of a structMap, each before those inside it. */
export const divsWithin = (parent: XmlElement): XmlElement[] =>
  parent.elements(METS, 'div').flatMap((div) => [div, ...divsWithin(div)]);

const physicalOf = (maps: readonly XmlElement[]): XmlElement => {
  const map = maps.find((each) => typeOf(each) === 'physical') ?? maps.find((each) => typeOf(each) !== 'logical');
  if (map === undefined || map.element(METS, 'div') === undefined)
    throw new MetsFault('mets-no-physical-map', 'METS file must have a physical structMap');
  return map;
};

/** The IDs, and those that more than one element has; all elements share one space of IDs. */
const idsIn = (mets: XmlElement): Pick<MetsSections, 'ids' | 'duplicateIds'> => {
  const ids = new Set<string>();
  const twice = new Set<string>();
  forEachMetsElement(mets, (element) => {
    const id = element.attribute('ID');
    if (id !== null && ids.size === ids.add(id).size) twice.add(id);
  });
  return { ids, duplicateIds: twice };
};

const indexById = (elements: readonly XmlElement[], ambiguousIds: Set<string>): Map<string, XmlElement> => {
  const found = new Map<string, XmlElement>();
  for (const element of elements) {
    const id = element.attribute('ID');
    if (id === null) continue;
    const before = found.get(id);
    if (before === undefined) found.set(id, element);
    else if (!ambiguousIds.has(id) && !isSame(before, element)) ambiguousIds.add(id);
  }
  return found;
};

const isSame = (one: XmlElement, other: XmlElement): boolean => serialiseElement(one).equals(serialiseElement(other));
