import { NOT_IDENTIFIED } from '../../metadata/content-types.js';
import { ancestorsOf, lastName, parentOf } from '../../paths/repository-path.js';
import { firstWithin } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { addSection, idOf, premisValues } from './administrative-section.js';
import { entryAt, type IndexedMets } from '../indexed/indexed-mets.js';
import { checkValues, type FileValues, type FolderValues } from '../model/entry-values.js';
import { MetsFault } from '../model/fault.js';
import { newId } from '../indexed/free-id.js';
import { METS, PREMIS, XLINK } from '../elements/namespaces.js';
import {
  carrierOf,
  distinctEntries,
  elementOf,
  entriesOf,
  sectionAt,
  type PathEntry,
} from '../indexed/path-entries.js';
import { checkPremisUpdate, updatePremisObject } from '../premis/premis-object.js';
import { recordScans } from './virus-events.js';

/** A path that an edit touched. */
export interface TouchedEntry {
  readonly path: string;
  readonly isDir: boolean;
}

/** Adds a folder, or renames the existing one. Returns the path and its ancestors, root first. */
export const putFolder = (indexed: IndexedMets, values: FolderValues): TouchedEntry[] => {
  checkValues(values);
  checkAncestors(indexed, values.path);
  const found = indexed.entries.get(values.path);
  if (found !== undefined) entriesOf(found, values.path);
  if (found?.isDirectory === false)
    throw new MetsFault('mets-not-a-directory', 'WorkingDirectory path does not end on a directory');
  const touched = addAncestors(indexed, values.path);
  if (found === undefined) addFolder(indexed, values);
  else if (values.name) found.div.setAttribute('LABEL', values.name);
  return [...touched, { path: values.path, isDir: true }];
};

/** Adds a file, or updates the given values of the existing one. Returns the path and its ancestors. */
export const putFile = (indexed: IndexedMets, values: FileValues): TouchedEntry[] => {
  checkValues(values);
  checkAncestors(indexed, values.path);
  const found = indexed.entries.get(values.path);
  if (found?.isDirectory === true) throw new MetsFault('mets-not-a-file', 'WorkingFile path does not end on a file');
  const entries = found === undefined ? [] : distinctEntries(entriesOf(found, values.path), elementOf);
  for (const entry of entries) {
    const object = objectAt(sectionAt(indexed.ids, entry));
    if (object !== undefined) checkPremisUpdate(object, premisValues(indexed, values));
  }
  const touched = addAncestors(indexed, values.path);
  if (found === undefined) addFile(indexed, values);
  else for (const entry of entries) updateFile(indexed, entry, values);
  return [...touched, { path: values.path, isDir: false }];
};

/** Throws MetsFault `mets-parent-not-directory` where a path is below a file. */
export const checkAncestors = (indexed: IndexedMets, path: string): void => {
  if (ancestorsOf(path).some((ancestor) => indexed.entries.get(ancestor)?.isDirectory === false))
    throw new MetsFault('mets-parent-not-directory', 'Parent path is not a Directory');
};

const addAncestors = (indexed: IndexedMets, path: string): TouchedEntry[] =>
  ancestorsOf(path).map((ancestor) => {
    if (!indexed.entries.has(ancestor)) addFolder(indexed, { path: ancestor });
    return { path: ancestor, isDir: true };
  });

const addFolder = (indexed: IndexedMets, values: FolderValues): void => {
  const { path } = values;
  const section = addSection(indexed, values);
  const div = indexed.make(METS, 'div', [
    ['TYPE', 'Directory'],
    ['ID', newId(indexed.references, 'PHYS', path)],
    ['LABEL', labelOf(values)],
    ['ADMID', idOf(section)],
  ]);
  const parent = addDiv(indexed, path, div);
  indexed.entries.set(path, { isDirectory: true, div, parent, file: null });
};

const addFile = (indexed: IndexedMets, values: FileValues): void => {
  const { make } = indexed;
  const { path } = values;
  const section = addSection(indexed, values);
  const location = make(METS, 'FLocat', [
    ['LOCTYPE', 'URL'],
    ['type', 'simple', XLINK],
    ['href', path, XLINK],
  ]);
  const type = writtenType(values);
  const described = [
    ['ID', newId(indexed.references, 'FILE', path)],
    ...(type === null ? [] : [['MIMETYPE', type] as const]),
    ['ADMID', idOf(section)],
  ] as const;
  const element = make(METS, 'file', described, [location]);
  indexed.fileGroup.append(element);
  indexed.references.add(element);
  const pointer = make(METS, 'fptr', [['FILEID', idOf(element)]]);
  const labelled = [
    ['TYPE', 'Item'],
    ['ID', newId(indexed.references, 'PHYS', path)],
    ['LABEL', labelOf(values)],
  ] as const;
  const div = make(METS, 'div', labelled, [pointer]);
  const parent = addDiv(indexed, path, div);
  const file = { element, hasDiv: true, usesDivAdmId: true };
  indexed.entries.set(path, { isDirectory: false, div, parent, file });
};

/** Adds a div to its parent folder's div, and returns that. */
const addDiv = (indexed: IndexedMets, path: string, div: XmlElement): XmlElement => {
  const parent = entryAt(indexed, parentOf(path) ?? '').div;
  parent.append(div);
  indexed.references.add(div);
  indexed.unsorted.add(parent);
  return parent;
};

const updateFile = (indexed: IndexedMets, entry: PathEntry, values: FileValues): void => {
  const type = writtenType(values);
  if (entry.file !== null && type !== null) entry.file.element.setAttribute('MIMETYPE', type);
  const section = sectionAt(indexed.ids, entry);
  const object = objectAt(section);
  if (object === undefined || section === null) {
    const carrier = carrierOf(indexed.ids, entry);
    indexed.references.removeUses(carrier);
    carrier.setAttribute('ADMID', idOf(addSection(indexed, values)));
    indexed.references.addUses(carrier);
  } else {
    updatePremisObject(indexed.make, object, premisValues(indexed, values));
    recordScans(indexed, administrativeOf(section), values.path, values.virusScans ?? []);
  }
};

const objectAt = (section: XmlElement | null): XmlElement | undefined =>
  section === null ? undefined : firstWithin(section, PREMIS, 'object');

/** The amdSec itself, or the one around a techMD that a reference names by itself. */
const administrativeOf = (section: XmlElement): XmlElement =>
  section.name === 'amdSec' ? section : (section.parent ?? section);

const labelOf = ({ name, path }: FolderValues): string => (name ? name : lastName(path));

/** A type that means "not identified" is not written (companion 5.4). */
const writtenType = ({ contentType }: FileValues): string | null =>
  contentType && contentType !== NOT_IDENTIFIED ? contentType : null;
