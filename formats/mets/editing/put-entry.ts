import { NOT_IDENTIFIED } from '../../metadata/content-types.js';
import { ancestorsOf, lastName, parentOf } from '../../paths/repository-path.js';
import { childrenNamed, firstWithin, setAttribute } from '../../xml/navigate.js';
import { unparsedContent } from '../../xml/lazy-element.js';
import type { XmlElement } from '../../xml/tree.js';
import { addSection, idOf, premisValues } from './administrative-section.js';
import { placeAt, type MetsDraft } from './draft.js';
import { checkValues, type FileValues, type FolderValues } from './entry-values.js';
import { MetsFault } from '../fault.js';
import { newId } from './free-id.js';
import { METS, PREMIS, XLINK } from '../structure/namespaces.js';
import { distinctEntries, elementOf, entriesOf, type Place } from './places.js';
import { checkPremisUpdate, updatePremisObject } from '../premis/premis-object.js';
import { recordScans } from '../premis/virus-events.js';

/** A path that an edit touched. */
export interface TouchedEntry {
  readonly path: string;
  readonly isDir: boolean;
}

/** Adds a folder, or gives the one that is there its new name. Returns the path and its ancestors, root first. */
export const putFolder = (draft: MetsDraft, values: FolderValues): TouchedEntry[] => {
  checkValues(values);
  checkAncestors(draft, values.path);
  const place = draft.places.get(values.path);
  if (place !== undefined) entriesOf(place, values.path);
  if (place?.isDirectory === false)
    throw new MetsFault('mets-not-a-directory', 'WorkingDirectory path does not end on a directory');
  const touched = addAncestors(draft, values.path);
  if (place === undefined) addFolder(draft, values);
  else if (values.name) setPlain(place.div, 'LABEL', values.name);
  return [...touched, { path: values.path, isDir: true }];
};

/** Adds a file, or records what is newly known of the one that is there. Returns the path and its ancestors. */
export const putFile = (draft: MetsDraft, values: FileValues): TouchedEntry[] => {
  checkValues(values);
  checkAncestors(draft, values.path);
  const place = draft.places.get(values.path);
  if (place?.isDirectory === true) throw new MetsFault('mets-not-a-file', 'WorkingFile path does not end on a file');
  const entries = place === undefined ? [] : distinctEntries(entriesOf(place, values.path), elementOf);
  for (const entry of entries) {
    const object = objectAt(entry);
    if (object !== undefined) checkPremisUpdate(object, premisValues(draft, values));
  }
  const touched = addAncestors(draft, values.path);
  if (place === undefined) addFile(draft, values);
  else for (const entry of entries) updateFile(draft, entry, values);
  return [...touched, { path: values.path, isDir: false }];
};

const checkAncestors = (draft: MetsDraft, path: string): void => {
  if (ancestorsOf(path).some((ancestor) => draft.places.get(ancestor)?.isDirectory === false))
    throw new MetsFault('mets-parent-not-directory', 'Parent path is not a Directory');
};

const addAncestors = (draft: MetsDraft, path: string): TouchedEntry[] =>
  ancestorsOf(path).map((ancestor) => {
    if (!draft.places.has(ancestor)) addFolder(draft, { path: ancestor });
    return { path: ancestor, isDir: true };
  });

const addFolder = (draft: MetsDraft, values: FolderValues): void => {
  const { path } = values;
  const section = addSection(draft, values);
  const div = draft.make(METS, 'div', [
    ['TYPE', 'Directory'],
    ['ID', newId(draft.references, 'PHYS', path)],
    ['LABEL', labelOf(values)],
    ['ADMID', idOf(section)],
  ]);
  const parent = addDiv(draft, path, div);
  draft.places.set(path, { isDirectory: true, div, parent, section, file: null });
};

const addFile = (draft: MetsDraft, values: FileValues): void => {
  const { make } = draft;
  const { path } = values;
  const section = addSection(draft, values);
  const location = make(METS, 'FLocat', [
    ['LOCTYPE', 'URL'],
    ['type', 'simple', XLINK],
    ['href', path, XLINK],
  ]);
  const type = writtenType(values);
  const element = make(
    METS,
    'file',
    [
      ['ID', newId(draft.references, 'FILE', path)],
      ...(type === null ? [] : [['MIMETYPE', type] as const]),
      ['ADMID', idOf(section)],
    ],
    [location],
  );
  draft.fileGroup.children.push(element);
  draft.references.add(element);
  const pointer = make(METS, 'fptr', [['FILEID', idOf(element)]]);
  const labelled = [
    ['TYPE', 'Item'],
    ['ID', newId(draft.references, 'PHYS', path)],
    ['LABEL', labelOf(values)],
  ] as const;
  const div = make(METS, 'div', labelled, [pointer]);
  const parent = addDiv(draft, path, div);
  const file = { element, group: draft.fileGroup, hasDiv: true };
  draft.places.set(path, { isDirectory: false, div, parent, section, file });
};

/** Puts a div into its parent folder's, and returns that. */
const addDiv = (draft: MetsDraft, path: string, div: XmlElement): XmlElement => {
  const parent = placeAt(draft, parentOf(path) ?? '').div;
  parent.children.push(div);
  draft.references.add(div);
  draft.changes.sort(parent);
  return parent;
};

const updateFile = (draft: MetsDraft, place: Place, values: FileValues): void => {
  const type = writtenType(values);
  if (place.file !== null && type !== null) setPlain(place.file.element, 'MIMETYPE', type);
  const object = objectAt(place);
  if (object === undefined || place.section === null) {
    place.section = addSection(draft, values);
    const carrier = place.file?.element ?? place.div;
    setPlain(carrier, 'ADMID', idOf(place.section));
    draft.references.addUses(carrier);
  } else {
    updatePremisObject(draft.make, object, premisValues(draft, values));
    recordScans(draft, administrativeOf(draft, place.section), values.path, values.virusScans ?? []);
  }
};

const objectAt = ({ section }: Place): XmlElement | undefined =>
  section === null ? undefined : firstWithin(section, PREMIS, 'object');

/** The amdSec itself, or the one around a techMD that a reference names by itself. */
const administrativeOf = ({ mets }: MetsDraft, section: XmlElement): XmlElement =>
  section.name === 'amdSec'
    ? section
    : (childrenNamed(mets, METS, 'amdSec').find(
        (each) => unparsedContent(each) === null && each.children.includes(section),
      ) ?? section);

const labelOf = ({ name, path }: FolderValues): string => (name ? name : lastName(path));

/** A type that says nothing is not written (companion 5.4). */
const writtenType = ({ contentType }: FileValues): string | null =>
  contentType && contentType !== NOT_IDENTIFIED ? contentType : null;

const setPlain = (element: XmlElement, name: string, value: string): void =>
  setAttribute(element, { name, prefix: '', namespace: '', value });
