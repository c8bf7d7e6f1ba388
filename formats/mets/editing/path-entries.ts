import { parentOf } from '../../paths/repository-path.js';
import { attributeOf, childNamed, childrenNamed, firstWithin, textOf } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { MetsFault } from '../fault.js';
import { METS, PREMIS } from '../structure/namespaces.js';
import { originalPath } from '../structure/original-path.js';
import { writtenLocation } from '../structure/file-location.js';
import { fileIdsOf, pointedAt } from '../structure/pointers.js';
import { referencedIds } from '../structure/references.js';
import { typeOf, type EditedSections } from '../structure/sections.js';

/** The elements of one path in the document. */
export interface PathEntry {
  readonly isDirectory: boolean;
  /** The directory's own div; of a file the one that points to it or to its group. */
  readonly div: XmlElement;
  /** The parent of the div: another div or the structMap. */
  readonly parent: XmlElement;
  /** The amdSec, or the techMD within one; null where the entry has none yet. */
  section: XmlElement | null;
  readonly file: FileEntry | null;
  /** Further entries of the same path, which documents of other producers may have. */
  readonly others?: PathEntry[];
}

export interface FileEntry {
  readonly element: XmlElement;
  /** The fileGrp it stands in. */
  readonly group: XmlElement;
  /** Whether the div belongs to files only, named by their own IDs: not to a folder or a group. */
  readonly hasDiv: boolean;
}

/**
 * Finds every path of a physical structure, as readers do: folders by the premis:originalName of their ADMID, files by
 * the location of their FILEID, never by the form of an ID (companion 5.9). The root is at ''.
 */
export const pathEntries = (sections: EditedSections): Map<string, PathEntry> => {
  const entries = new Map<string, PathEntry>();
  const root = childNamed(sections.physical, METS, 'div');
  if (root === undefined) return entries;
  entries.set('', { isDirectory: true, div: root, parent: sections.physical, section: null, file: null });
  const finder: Finder = { sections, entries, groups: groupsOf(sections.mets), root, seen: new Set() };
  findInside(finder, sections.physical);
  return entries;
};

interface Finder {
  readonly sections: EditedSections;
  readonly entries: Map<string, PathEntry>;
  /** The parent of each mets:file. */
  readonly groups: ReadonlyMap<XmlElement, XmlElement>;
  readonly root: XmlElement;
  /** Groups that were pointed to; each counts once. */
  readonly seen: Set<string>;
}

const findInside = (finder: Finder, parent: XmlElement): void => {
  for (const div of childrenNamed(parent, METS, 'div')) {
    if (typeOf(div) === 'directory' && div !== finder.root) findDirectory(finder, div, parent);
    childrenNamed(div, METS, 'fptr').forEach((pointer, index) => findFiles(finder, { div, parent, pointer }, index));
    findInside(finder, div);
  }
};

const findDirectory = ({ sections, entries }: Finder, div: XmlElement, parent: XmlElement): void => {
  const section = sectionOf(sections, div);
  const name = section === null ? undefined : firstWithin(section, PREMIS, 'originalName');
  const path = originalPath(name === undefined ? null : textOf(name));
  if (path === null) return;
  const isInParentDiv = entries.get(parentOf(path) ?? '')?.div === parent;
  addEntry(entries, path, { isDirectory: true, div, parent, section, file: null }, isInParentDiv);
};

interface FoundPointer {
  readonly div: XmlElement;
  readonly parent: XmlElement;
  readonly pointer: XmlElement;
}

const findFiles = (finder: Finder, found: FoundPointer, index: number): void => {
  const { sections, seen } = finder;
  fileIdsOf(found.pointer).forEach((id, at) => {
    const pointed = pointedAt(sections, id);
    if (pointed === null || (pointed.isGroup && seen.size === seen.add(id).size)) return;
    const usesDivAdmId = !pointed.isGroup && index === 0 && at === 0; // the ADMID of a div belongs to its first file
    for (const element of pointed.files) addFile(finder, found, { element, ...pointed, usesDivAdmId });
  });
};

interface FoundFile {
  readonly element: XmlElement;
  readonly isGroup: boolean;
  /** Whether the ADMID of the div belongs to the file. */
  readonly usesDivAdmId: boolean;
}

const addFile = (
  { sections, entries, groups, root }: Finder,
  { div, parent }: FoundPointer,
  { element, isGroup, usesDivAdmId }: FoundFile,
): void => {
  const [path, group] = [writtenLocation(element), groups.get(element)];
  if (path === null || group === undefined) return;
  const section = (usesDivAdmId ? sectionOf(sections, div) : null) ?? sectionOf(sections, element);
  const hasDiv = !isGroup && div !== root && typeOf(div) !== 'directory';
  addEntry(entries, path, { isDirectory: false, div, parent, section, file: { element, group, hasDiv } }, false);
};

/** Readers take the first of several entries, unless a later one is inside the div of its parent directory. */
const addEntry = (entries: Map<string, PathEntry>, path: string, entry: PathEntry, isInParentDiv: boolean): void => {
  const known = entries.get(path);
  if (known === undefined) entries.set(path, entry);
  else if (isInParentDiv && known.isDirectory)
    entries.set(path, { ...entry, others: [known, ...(known.others ?? [])] });
  else if (known.others === undefined) entries.set(path, { ...known, others: [entry] });
  else known.others.push(entry);
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

/** The entries of a path, the one that readers take first. Throws MetsFault `mets-path-twice` for a file and a folder. */
export const entriesOf = (entry: PathEntry, path: string): readonly PathEntry[] => {
  const { others = [] } = entry;
  if (others.some(({ isDirectory }) => isDirectory !== entry.isDirectory))
    throw new MetsFault('mets-path-twice', `The METS has both a file and a folder at '${path}'.`);
  return [entry, ...others];
};

/** The entries with distinct elements: the first one for each. */
export const distinctEntries = (
  entries: readonly PathEntry[],
  elementOf: (entry: PathEntry) => XmlElement | null,
): readonly PathEntry[] => {
  if (entries.length === 1) return entries;
  const first = new Map<XmlElement | null, PathEntry>();
  for (const entry of entries) if (!first.has(elementOf(entry))) first.set(elementOf(entry), entry);
  return [...first.values()];
};

export const elementOf = ({ file }: PathEntry): XmlElement | null => file?.element ?? null;
