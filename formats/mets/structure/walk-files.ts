import { NumberColumn } from '../../xml/kept/number-column.js';
import { lastName, parentOf } from '../../paths/repository-path.js';
import { DirectoryTree } from './directory-tree.js';
import { MetsFault } from '../model/fault.js';
import type { MetsFile } from '../model/mets.js';
import { locationOf, type LocationRules } from './file-location.js';
import { METS } from '../elements/namespaces.js';
import { originalPath } from './original-path.js';
import { fileIdsOf, pointedAt } from './pointers.js';
import { referencedIds } from '../ids/references.js';
import type { MetsElement, TechnicalMetadata } from '../model/section-summary.js';
import type { MetsToRead } from './read-sections.js';
import { typeOf } from './sections.js';
import { NO_VALUES } from '../premis/technical-metadata.js';

/** The elements of a file. */
export interface FileSource {
  /** Null where the div points to a whole file group. */
  readonly div: MetsElement | null;
  readonly file: MetsElement;
}

/** What is told of the files in the walk, in its order. */
export interface FileWalk {
  /** The first file at a path. */
  takeFile(file: MetsFile, source: FileSource): void;
  /** Another with the same bytes there. */
  takeAgain?(file: MetsFile): void;
}

/** What a walk found besides the files. */
export interface Walked {
  readonly tree: DirectoryTree;
  /** Of the file at an index. */
  readonly sourceOf: (index: number) => FileSource;
  /** IDs in pointers that no file or file group has. */
  readonly danglingFileIds: ReadonlySet<string>;
  /** The IDs of files that are pointed to and have no location. */
  readonly unlocatedFileIds: ReadonlySet<string>;
  /** The divs of declared directories, by path. */
  readonly directorySources: ReadonlyMap<string, MetsElement>;
  /** The divs that may describe the root; the first with terms does. */
  readonly rootSources: readonly MetsElement[];
}

/** Walks the physical structMap (companion 6.3). Of the files themselves it holds only their paths. Throws MetsFault. */
export const walkFiles = (sections: MetsToRead, locations: LocationRules, take: FileWalk): Walked => {
  const walk: Walk = {
    sections,
    locations,
    take,
    tree: new DirectoryTree(),
    taken: new Map(),
    divs: new NumberColumn(),
    elements: new NumberColumn(),
    firsts: new NumberColumn(),
    identified: new Set(),
    danglingFileIds: new Set(),
    unlocatedFileIds: new Set(),
    read: new Set(),
    directorySources: new Map(),
    rootSources: [],
  };
  for (const div of sections.physical.elements(METS, 'div')) walkDiv(walk, div, null);
  return { ...walk, sourceOf: (number) => sourceOf(walk, number) };
};

interface Walk extends Omit<Walked, 'sourceOf'> {
  readonly sections: MetsToRead;
  readonly locations: LocationRules;
  readonly take: FileWalk;
  /** The numbers of the files that were taken, by path. */
  readonly taken: Map<string, number>;
  /** Of a file that was taken, by its number. */
  readonly divs: NumberColumn;
  readonly elements: NumberColumn;
  readonly firsts: NumberColumn;
  /** The numbers of the first elements that have the IDs of the files that were taken. */
  readonly identified: Set<number>;
  readonly danglingFileIds: Set<string>;
  readonly unlocatedFileIds: Set<string>;
  /** The numbers of files and groups that were read already. */
  readonly read: Set<number>;
  readonly directorySources: Map<string, MetsElement>;
  readonly rootSources: MetsElement[];
}

const isNew = (numbers: Set<number>, number: number): boolean => numbers.size < numbers.add(number).size;

/** `within` is the path of the directory div around this one; null when its path is not known. */
const walkDiv = (walk: Walk, div: MetsElement, within: string | null): void => {
  if (typeOf(div) !== 'directory') {
    walkInside(walk, div, within);
    return;
  }
  const label = div.attribute('LABEL') ?? '';
  if (label === '')
    throw new MetsFault('mets-directory-unlabelled', 'If a mets:div has type Directory, it must have a label');
  if (mayDescribeRoot(div)) walk.rootSources.push(div);
  const path = declareDirectory(walk, div, label, within);
  if (path === null && label !== '__ROOT') walk.tree.labelled(label, () => walkInside(walk, div, null));
  else walkInside(walk, div, path ?? '');
};

const walkInside = (walk: Walk, div: MetsElement, within: string | null): void => {
  div.elements(METS, 'fptr').forEach((pointer, index) => readPointer(walk, div, pointer, index === 0));
  for (const child of div.elements(METS, 'div')) walkDiv(walk, child, within);
};

/** The description of a directory without an administrative section applies to the root (companion 6.3). */
const mayDescribeRoot = (div: MetsElement): boolean =>
  div.attribute('ADMID') === null && div.attribute('DMDID') !== null;

/** Declares a directory whose administrative section gives its path, and answers that; null for all others. */
const declareDirectory = (walk: Walk, div: MetsElement, name: string, within: string | null): string | null => {
  const admId = administrativeId(walk.sections, div.attribute('ADMID'));
  const { originalName, storageLocation } = technicalOf(walk, admId);
  const localPath = originalPath(originalName);
  if (localPath === null) return null;
  const directory = { localPath, name, divId: div.attribute('ID'), admId, originalName, storageLocation };
  const isInParentDiv = within !== null && parentOf(localPath) === within;
  if (walk.tree.declare(directory, isInParentDiv)) walk.directorySources.set(localPath, div);
  return localPath;
};

const readPointer = (walk: Walk, div: MetsElement, pointer: MetsElement, isFirst: boolean): void => {
  for (const [index, id] of fileIdsOf(pointer).entries()) {
    const found = pointedAt(walk.sections, id);
    if (found === null) walk.danglingFileIds.add(id);
    if (found === null || !isNew(walk.read, found.target.at)) continue;
    for (const file of found.files) {
      if (found.isGroup) addFile(walk, { div: null, file }, false);
      else addFile(walk, { div, file }, isFirst && index === 0);
    }
  }
};

const addFile = (walk: Walk, source: FileSource, isFirst: boolean): void => {
  const fileId = source.file.attribute('ID') ?? '';
  const localPath = locationOf(source.file, walk.locations);
  if (localPath === null) walk.unlocatedFileIds.add(fileId);
  const identified = numberOfId(walk, fileId);
  if (localPath === null || walk.identified.has(identified)) return;
  const file = readFile(walk, source, { fileId, localPath, isFirst });
  const isKnown = isTaken(walk, file);
  if (identified !== NO_NUMBER) walk.identified.add(identified);
  if (isKnown) walk.take.takeAgain?.(file);
  else takeFile(walk, file, source, isFirst);
};

const takeFile = (walk: Walk, file: MetsFile, source: FileSource, isFirst: boolean): void => {
  walk.taken.set(file.localPath, walk.divs.push(source.div?.at ?? NO_NUMBER));
  walk.elements.push(source.file.at);
  walk.firsts.push(isFirst ? 1 : 0);
  walk.tree.ensureFolderOf(file.localPath);
  walk.take.takeFile(file, source);
};

const NO_NUMBER = -1;

/** The number of the first file with an ID. */
const numberOfId = ({ sections }: Walk, id: string): number =>
  id === '' ? NO_NUMBER : (sections.ids.get(id, 'file')?.at ?? NO_NUMBER);

/** Whether a file was taken at the path of this one. Throws MetsFault `mets-path-twice` for a file with other bytes. */
const isTaken = (walk: Walk, { localPath, digest, otherDigest }: MetsFile): boolean => {
  const before = takenAt(walk, localPath);
  if (before !== null && (before.digest !== digest || before.otherDigest !== otherDigest))
    throw new MetsFault('mets-path-twice', `The METS has two different files at '${localPath}'.`);
  return before !== null;
};

/** The file that was taken at a path, which is read again; null without one. */
const takenAt = (walk: Walk, localPath: string): MetsFile | null => {
  const number = walk.taken.get(localPath);
  if (number === undefined) return null;
  const source = sourceOf(walk, number);
  const fileId = source.file.attribute('ID') ?? '';
  return readFile(walk, source, { fileId, localPath, isFirst: walk.firsts.get(number) === 1 });
};

const sourceOf = ({ sections, divs, elements }: Walk, number: number): FileSource => {
  const div = divs.get(number);
  return { div: div === NO_NUMBER ? null : sections.elementAt(div), file: sections.elementAt(elements.get(number)) };
};

const technicalOf = ({ sections }: Walk, admId: string | null): Readonly<TechnicalMetadata> =>
  sectionAt(sections, admId)?.summary?.technical ?? NO_VALUES;

interface FoundFile {
  readonly fileId: string;
  readonly localPath: string;
  /** Whether it is the first file of its div. */
  readonly isFirst: boolean;
}

const readFile = (walk: Walk, { div, file }: FileSource, { fileId, localPath, isFirst }: FoundFile): MetsFile => {
  const { sections } = walk;
  // An ADMID on the div (Goobi) belongs to its first file only.
  const ofDiv = div !== null && isFirst ? administrativeId(sections, div.attribute('ADMID')) : null;
  const admId = ofDiv ?? administrativeId(sections, file.attribute('ADMID'));
  const technical = technicalOf(walk, admId);
  const attribute = checksumOf(file);
  return {
    localPath,
    name: div?.attribute('LABEL') || lastName(localPath),
    divId: div && div.attribute('ID'),
    admId,
    fileId,
    contentType: file.attribute('MIMETYPE'),
    ...technical,
    digest: technical.digest ?? attribute,
    otherDigest: technical.digest === attribute || technical.digest === null ? null : attribute,
  };
};

/** The SHA-256 in the attributes of a mets:file; null where they have none. */
const checksumOf = (file: MetsElement): string | null => {
  const algorithm = file.attribute('CHECKSUMTYPE')?.toLowerCase().replaceAll('-', '');
  return algorithm === 'sha256' ? file.attribute('CHECKSUM')?.trim().toLowerCase() || null : null;
};

/** The ID of the section that an ADMID names first; null where it names none. Throws MetsFault `mets-duplicate-id`. */
export const administrativeId = (sections: MetsToRead, value: string | null): string | null => {
  const [id] = referencedIds(value, (each) => sectionAt(sections, each) !== null);
  return id === undefined ? null : sections.ids.unambiguous(id);
};

/** The techMD with that ID, else the amdSec; null without either. */
export const sectionAt = ({ ids }: Pick<MetsToRead, 'ids'>, id: string | null): MetsElement | null =>
  id === null ? null : (ids.get(id, 'techMD') ?? ids.get(id, 'amdSec') ?? null);
