import { parentOf } from '../../paths/repository-path.js';
import { firstWithin } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { MetsFault } from '../model/fault.js';
import { METS, PREMIS } from '../elements/namespaces.js';
import type { ElementsById } from '../structure/elements-by-id.js';
import { originalPath } from '../structure/original-path.js';
import { writtenLocation } from '../structure/file-location.js';
import { fileIdsOf, pointedAt } from '../structure/pointers.js';
import { referencedIds } from '../ids/references.js';
import { typeOf, type MetsSections } from '../structure/sections.js';

/** The elements of one path in the document. */
export interface PathEntry {
  readonly isDirectory: boolean;
  /** The directory's own div; of a file the one that points to it or to its group. */
  readonly div: XmlElement;
  /** The parent of the div: another div or the structMap. */
  readonly parent: XmlElement;
  readonly file: FileEntry | null;
  /** Further entries of the same path, which documents of other producers may have. */
  readonly others?: PathEntry[];
}

export interface FileEntry {
  readonly element: XmlElement;
  /** Whether the div belongs to files only, named by their own IDs: not to a folder or a group. */
  readonly hasDiv: boolean;
  /** Whether an ADMID of the div belongs to the file, which is then the first one of the div. */
  readonly usesDivAdmId: boolean;
}

/**
 * Finds every path of a physical structure, as readers do: folders by the premis:originalName of their ADMID, files by
 * the location of their FILEID, never by the form of an ID (companion 5.9). The root is at ''.
 */
export const pathEntries = (sections: MetsSections<XmlElement>): Map<string, PathEntry> => {
  const entries = new Map<string, PathEntry>();
  const root = sections.physical.element(METS, 'div');
  if (root === undefined) return entries;
  entries.set('', { isDirectory: true, div: root, parent: sections.physical, file: null });
  const finder: Finder = { sections, entries, root, seen: new Set() };
  findInside(finder, sections.physical);
  return entries;
};

interface Finder {
  readonly sections: MetsSections<XmlElement>;
  readonly entries: Map<string, PathEntry>;
  readonly root: XmlElement;
  /** Groups that were pointed to; each counts once. */
  readonly seen: Set<string>;
}

const findInside = (finder: Finder, parent: XmlElement): void => {
  for (const div of parent.elements(METS, 'div')) {
    if (typeOf(div) === 'directory' && !div.isSame(finder.root)) findDirectory(finder, div, parent);
    div.elements(METS, 'fptr').forEach((pointer, index) => findFiles(finder, { div, parent, pointer }, index));
    findInside(finder, div);
  }
};

const findDirectory = ({ sections, entries }: Finder, div: XmlElement, parent: XmlElement): void => {
  const section = sectionOf(sections.ids, div);
  const name = section === null ? undefined : firstWithin(section, PREMIS, 'originalName');
  const path = originalPath(name?.text ?? null);
  if (path === null) return;
  const isInParentDiv = entries.get(parentOf(path) ?? '')?.div.isSame(parent) === true;
  addEntry(entries, path, { isDirectory: true, div, parent, file: null }, isInParentDiv);
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

interface FoundFile extends Pick<FileEntry, 'element' | 'usesDivAdmId'> {
  readonly isGroup: boolean;
}

const addFile = (
  { entries, root }: Finder,
  { div, parent }: FoundPointer,
  { element, isGroup, usesDivAdmId }: FoundFile,
): void => {
  const path = writtenLocation(element);
  if (path === null) return;
  const hasDiv = !isGroup && !div.isSame(root) && typeOf(div) !== 'directory';
  addEntry(entries, path, { isDirectory: false, div, parent, file: { element, hasDiv, usesDivAdmId } }, false);
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

/** The element of an entry whose ADMID names its section, or will: readers take that of the div before that of the file. */
export const carrierOf = (ids: ElementsById<XmlElement>, { div, file }: PathEntry): XmlElement =>
  file === null || (file.usesDivAdmId && sectionOf(ids, div) !== null) ? div : file.element;

/** The amdSec of an entry, or the techMD within one; null where it has none yet. */
export const sectionAt = (ids: ElementsById<XmlElement>, entry: PathEntry): XmlElement | null =>
  sectionOf(ids, carrierOf(ids, entry));

const sectionOf = (ids: ElementsById<XmlElement>, element: XmlElement): XmlElement | null => {
  const sectionWith = (id: string): XmlElement | undefined => ids.get(id, 'amdSec') ?? ids.get(id, 'techMD');
  const [id] = referencedIds(element.attribute('ADMID'), (each) => sectionWith(each) !== undefined);
  return id === undefined ? null : (sectionWith(id) ?? null);
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
  const last = entries.map((entry) => [elementOf(entry)?.address ?? 0, entry] as const).reverse();
  const first = new Set(new Map(last).values());
  return entries.filter((entry) => first.has(entry));
};

export const elementOf = ({ file }: PathEntry): XmlElement | null => file?.element ?? null;
