import { firstNames } from '../../../flow/first-of-many.js';
import { attributeOf, childNamed, childrenNamed, firstWithin } from '../../xml/navigate.js';
import { serialiseXml } from '../../xml/serialise.js';
import type { XmlDocument, XmlElement } from '../../xml/tree.js';
import { unreadContent } from '../../xml/written-element.js';
import { MetsFault } from '../fault.js';
import { METS } from './namespaces.js';
import { forEachMetsElement } from './own-elements.js';
import { sectionValues, type SectionValues } from './section-values.js';
import { idsInside } from './unread-section.js';

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
  /** IDs that several elements have. */
  readonly duplicateIds: ReadonlySet<string>;
  /** Those of them that different elements of one kind have, so that references to them are ambiguous. */
  readonly ambiguousIds: ReadonlySet<string>;
}

/** The sections for an edit, which may leave most of them unread. */
export interface EditedSections extends Pick<
  MetsSections,
  'mets' | 'descriptive' | 'administrative' | 'files' | 'fileGroups' | 'physical' | 'logical' | 'ambiguousIds'
> {
  /** The techMD of an ID. */
  readonly technicalAt: (id: string) => XmlElement | undefined;
}

/** The sections for an edit. Throws MetsFault `mets-missing`, `mets-no-physical-map` or `mets-duplicate-id`. */
export const sectionsOf = (document: XmlDocument): EditedSections => {
  const sections = findSections(document);
  if (sections.duplicateIds.size === 0) return { ...sections, technicalAt: technicalIn(sections) };
  throw duplicateIds(sections.duplicateIds);
};

/** The fault of a METS in which more than one element has each of these IDs. */
export const duplicateIds = (ids: ReadonlySet<string>): MetsFault => {
  const named = firstNames([...ids].map((id) => `'${id}'`));
  return new MetsFault('mets-duplicate-id', `The METS uses an ID more than once: ${named}.`);
};

/**
 * The sections for a reader, which tolerates duplicate IDs. Elements inside unread sections are not found. Throws
 * MetsFault `mets-missing`, `mets-no-physical-map`.
 */
export const findSections = (document: XmlDocument, values: SectionValues = sectionValues()): MetsSections => {
  const mets = firstWithin(document.root, METS, 'mets');
  if (mets === undefined) throw new MetsFault('mets-missing', 'The document holds no mets element.');
  const administrative = childrenNamed(mets, METS, 'amdSec');
  // The IDs in unread sections were checked by an earlier edit, or when they were opened.
  const read = administrative.filter((section) => !isUnread(section));
  const fileSections = childrenNamed(mets, METS, 'fileSec');
  const structMaps = childrenNamed(mets, METS, 'structMap');
  const physical = physicalOf(structMaps);
  const logical = structMaps.filter((map) => typeOf(map) === 'logical');
  const ambiguousIds = new Set<string>();
  const byId = (elements: readonly XmlElement[]): Map<string, XmlElement> => indexById(elements, ambiguousIds);
  byId([physical, ...logical].flatMap(divsWithin));
  return {
    values,
    mets,
    descriptive: byId(childrenNamed(mets, METS, 'dmdSec')),
    administrative: byId(administrative),
    technical: byId(read.flatMap((section) => childrenNamed(section, METS, 'techMD'))),
    provenance: byId(read.flatMap((section) => childrenNamed(section, METS, 'digiprovMD'))),
    files: byId(fileSections.flatMap(filesWithin)),
    fileGroups: byId(fileSections.flatMap(groupsWithin)),
    physical,
    logical,
    duplicateIds: duplicateIdsIn(mets),
    ambiguousIds,
  };
};

/** Unread sections are searched only when an ID is not found elsewhere. */
const technicalIn = ({ administrative, technical }: MetsSections): EditedSections['technicalAt'] => {
  let inUnread: ReadonlyMap<string, XmlElement> | null = null;
  return (id) => {
    const found = technical.get(id);
    if (found !== undefined) return found;
    inUnread ??= new Map(
      [...administrative.values()].filter(isUnread).flatMap((each) => idsInside(each).map((inner) => [inner, each])),
    );
    const around = inUnread.get(id);
    return around && childrenNamed(around, METS, 'techMD').find((each) => attributeOf(each, 'ID') === id);
  };
};

const isUnread = (element: XmlElement): boolean => unreadContent(element) !== null;

/** The given ID. Throws MetsFault `mets-duplicate-id` where it is ambiguous. */
export const unambiguous = ({ ambiguousIds }: Pick<MetsSections, 'ambiguousIds'>, id: string): string => {
  if (!ambiguousIds.has(id)) return id;
  throw new MetsFault('mets-duplicate-id', `The METS refers to the ID '${id}', which different elements have.`);
};

/** An element's TYPE in lower case; '' without one. */
export const typeOf = (element: XmlElement): string => attributeOf(element, 'TYPE')?.toLowerCase() ?? '';

/** mets:file elements, also those in nested groups and in other files. */
export const filesWithin = (parent: XmlElement): XmlElement[] =>
  parent.children.flatMap((child) => {
    if (child.kind !== 'element' || child.namespace !== METS) return [];
    if (child.name === 'fileGrp') return filesWithin(child);
    return child.name === 'file' ? [child, ...filesWithin(child)] : [];
  });

const groupsWithin = (parent: XmlElement): XmlElement[] =>
  childrenNamed(parent, METS, 'fileGrp').flatMap((group) => [group, ...groupsWithin(group)]);

/** The divs of a structMap, each before those inside it. */
export const divsWithin = (parent: XmlElement): XmlElement[] =>
  childrenNamed(parent, METS, 'div').flatMap((div) => [div, ...divsWithin(div)]);

const physicalOf = (maps: readonly XmlElement[]): XmlElement => {
  const map = maps.find((each) => typeOf(each) === 'physical') ?? maps.find((each) => typeOf(each) !== 'logical');
  if (map === undefined || childNamed(map, METS, 'div') === undefined)
    throw new MetsFault('mets-no-physical-map', 'METS file must have a physical structMap');
  return map;
};

/** IDs that more than one element has; all elements share one space of IDs. */
const duplicateIdsIn = (mets: XmlElement): ReadonlySet<string> => {
  const ids = new Set<string>();
  const twice = new Set<string>();
  forEachMetsElement(mets, (element) => {
    const id = attributeOf(element, 'ID');
    if (id !== null && ids.size === ids.add(id).size) twice.add(id);
  });
  return twice;
};

const indexById = (elements: readonly XmlElement[], ambiguousIds: Set<string>): Map<string, XmlElement> => {
  const found = new Map<string, XmlElement>();
  for (const element of elements) {
    const id = attributeOf(element, 'ID');
    if (id === null) continue;
    const before = found.get(id);
    if (before === undefined) found.set(id, element);
    else if (!ambiguousIds.has(id) && !isSame(before, element)) ambiguousIds.add(id);
  }
  return found;
};

const isSame = (one: XmlElement, other: XmlElement): boolean => asXml(one).equals(asXml(other));

const asXml = (root: XmlElement): Buffer => serialiseXml({ declaration: null, prolog: [], root, epilog: [] });
