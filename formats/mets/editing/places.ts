import { parentOf } from '../../paths/repository-path.js';
import { attributeOf, childNamed, childrenNamed, firstWithin, textOf } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS, PREMIS, XLINK } from '../structure/namespaces.js';
import { originalPath } from '../structure/original-path.js';
import { referencedIds } from '../structure/references.js';
import { typeOf, type EditedSections } from '../structure/sections.js';

/** Where one path stands in the document. */
export interface Place {
  readonly isDirectory: boolean;
  readonly div: XmlElement;
  /** What the div stands in: another div, or the structMap. */
  readonly parent: XmlElement;
  /** The amdSec, or the techMD within one; null where the entry has none yet. */
  section: XmlElement | null;
  readonly file: PlacedFile | null;
}

export interface PlacedFile {
  readonly element: XmlElement;
  /** The fileGrp it stands in. */
  readonly group: XmlElement;
}

/**
 * Finds every path of a physical structure: folders by the premis:originalName behind their ADMID, files by the
 * location behind their FILEID, never by what an id looks like (companion 5.9). The root is at ''.
 */
export const placesOf = (sections: EditedSections): Map<string, Place> => {
  const places = new Map<string, Place>();
  const root = childNamed(sections.physical, METS, 'div');
  if (root === undefined) return places;
  places.set('', { isDirectory: true, div: root, parent: sections.physical, section: null, file: null });
  const finder: Finder = { sections, places, groups: groupsOf(sections.mets) };
  findInside(finder, root);
  return places;
};

interface Finder {
  readonly sections: EditedSections;
  readonly places: Map<string, Place>;
  /** The parent of each mets:file. */
  readonly groups: ReadonlyMap<XmlElement, XmlElement>;
}

const findInside = (finder: Finder, parent: XmlElement): void => {
  for (const div of childrenNamed(parent, METS, 'div')) {
    if (typeOf(div) === 'directory') findDirectory(finder, div, parent);
    for (const pointer of childrenNamed(div, METS, 'fptr')) findFile(finder, div, parent, pointer);
    findInside(finder, div);
  }
};

const findDirectory = ({ sections, places }: Finder, div: XmlElement, parent: XmlElement): void => {
  const section = sectionOf(sections, div);
  const name = section === null ? undefined : firstWithin(section, PREMIS, 'originalName');
  const path = originalPath(name === undefined ? null : textOf(name));
  if (path === null) return;
  const isRightlyHere = places.get(parentOf(path) ?? '')?.div === parent;
  if (places.has(path) && !isRightlyHere) return;
  places.set(path, { isDirectory: true, div, parent, section, file: null });
};

const findFile = (
  { sections, places, groups }: Finder,
  div: XmlElement,
  parent: XmlElement,
  pointer: XmlElement,
): void => {
  const element = sections.files.get(attributeOf(pointer, 'FILEID') ?? '');
  const group = element === undefined ? undefined : groups.get(element);
  if (element === undefined || group === undefined) return;
  const location = childNamed(element, METS, 'FLocat');
  const path = location === undefined ? null : attributeOf(location, 'href', XLINK);
  if (path === null || path === '' || places.has(path)) return;
  const section = sectionOf(sections, div) ?? sectionOf(sections, element);
  places.set(path, { isDirectory: false, div, parent, section, file: { element, group } });
};

const sectionOf = ({ technicalAt, administrative }: EditedSections, element: XmlElement): XmlElement | null => {
  const sectionAt = (id: string): XmlElement | undefined => administrative.get(id) ?? technicalAt(id);
  const [id] = referencedIds(attributeOf(element, 'ADMID'), (each) => sectionAt(each) !== undefined);
  return id === undefined ? null : (sectionAt(id) ?? null);
};

const groupsOf = (mets: XmlElement): Map<XmlElement, XmlElement> => {
  const groups = new Map<XmlElement, XmlElement>();
  const collect = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.kind !== 'element' || child.namespace !== METS) continue;
      if (child.name === 'file') groups.set(child, parent);
      collect(child);
    }
  };
  for (const fileSec of childrenNamed(mets, METS, 'fileSec')) collect(fileSec);
  return groups;
};
