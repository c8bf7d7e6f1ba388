import { lastName, parentOf } from '../paths/repository-path.js';
import { attributeOf, childNamed, childrenNamed } from '../xml/navigate.js';
import { parseXml } from '../xml/parse.js';
import type { XmlDocument, XmlElement } from '../xml/tree.js';
import { defaultAgents, isAccepted, type MetsAgents } from './agents.js';
import { DirectoryTree } from './directory-tree.js';
import { MetsFault } from './fault.js';
import { agentOf, titleOf } from './heading.js';
import type { Mets, MetsFile } from './mets.js';
import { METS, XLINK } from './namespaces.js';
import { originalPath } from './original-path.js';
import { referencedIds } from './references.js';
import { sectionsOf, typeOf, type MetsSections } from './sections.js';
import { readTechnicalMetadata } from './technical-metadata.js';

/** Reads the METS of any producer (companion 6). Throws XmlFault or MetsFault; nothing else, whatever the bytes. */
export const readMets = (bytes: Uint8Array, agents: MetsAgents = defaultAgents): Mets =>
  readMetsDocument(parseXml(bytes), agents);

/** The same of a document that is parsed already. Throws MetsFault. */
export const readMetsDocument = (document: XmlDocument, agents: MetsAgents = defaultAgents): Mets => {
  const sections = sectionsOf(document);
  const walk: Walk = { sections, tree: new DirectoryTree(), files: [], filesByPath: new Map(), filesById: new Map() };
  for (const div of childrenNamed(sections.physical, METS, 'div')) walkDiv(walk, div, null);
  const agent = agentOf(sections.mets);
  return {
    name: titleOf(sections.mets),
    agent,
    editable: isAccepted(agent, agents),
    root: walk.tree.root,
    files: walk.files,
    filesByPath: walk.filesByPath,
    filesById: walk.filesById,
    directoriesByPath: walk.tree.byPath,
  };
};

interface Walk {
  readonly sections: MetsSections;
  readonly tree: DirectoryTree;
  readonly files: MetsFile[];
  readonly filesByPath: Map<string, MetsFile>;
  readonly filesById: Map<string, MetsFile>;
}

/** `within` is the path of the directory div around this one; null when that does not tell its path. */
const walkDiv = (walk: Walk, div: XmlElement, within: string | null): void => {
  if (typeOf(div) !== 'directory') {
    walkInside(walk, div, within);
    return;
  }
  const label = attributeOf(div, 'LABEL') ?? '';
  if (label === '')
    throw new MetsFault('mets-directory-unlabelled', 'If a mets:div has type Directory, it must have a label');
  const path = declareDirectory(walk, div, label, within);
  if (path === null && label !== '__ROOT') walk.tree.labelled(label, () => walkInside(walk, div, null));
  else walkInside(walk, div, path ?? '');
};

const walkInside = (walk: Walk, div: XmlElement, within: string | null): void => {
  childrenNamed(div, METS, 'fptr').forEach((pointer, index) => readPointer(walk, div, pointer, index === 0));
  for (const child of childrenNamed(div, METS, 'div')) walkDiv(walk, child, within);
};

/** The path of a directory whose administrative section gives it; null for all others. */
const declareDirectory = (walk: Walk, div: XmlElement, name: string, within: string | null): string | null => {
  const admId = administrativeId(walk.sections, attributeOf(div, 'ADMID'));
  const { originalName, storageLocation } = readTechnicalMetadata(sectionAt(walk.sections, admId));
  const localPath = originalPath(originalName);
  if (localPath === null) return null;
  const directory = { localPath, name, divId: attributeOf(div, 'ID'), admId, originalName, storageLocation };
  walk.tree.declare(directory, within !== null && parentOf(localPath) === within);
  return localPath;
};

const readPointer = (walk: Walk, div: XmlElement, pointer: XmlElement, isFirst: boolean): void => {
  const fileId = fileIdOf(pointer);
  if (fileId === null || walk.filesById.has(fileId)) return;
  const element = walk.sections.files.get(fileId);
  if (element === undefined)
    throw new MetsFault(
      'mets-file-unknown',
      `The physical structMap points to the file '${fileId}', which is not there.`,
    );
  const file = readFile(walk.sections, div, element, fileId, isFirst);
  const before = walk.filesByPath.get(file.localPath);
  if (before !== undefined && before.digest !== file.digest)
    throw new MetsFault('mets-path-twice', `The METS has two different files at '${file.localPath}'.`);
  walk.filesById.set(fileId, before ?? file);
  if (before !== undefined) return;
  walk.filesByPath.set(file.localPath, file);
  walk.files.push(file);
  walk.tree.addFile(file);
};

/** FILEID stands on the pointer, or on an area that takes in the whole of a file. */
const fileIdOf = (pointer: XmlElement): string | null => {
  const area = childNamed(pointer, METS, 'area');
  return attributeOf(pointer, 'FILEID') ?? (area === undefined ? null : attributeOf(area, 'FILEID'));
};

const readFile = (
  sections: MetsSections,
  div: XmlElement,
  element: XmlElement,
  fileId: string,
  isFirst: boolean,
): MetsFile => {
  const localPath = locationOf(element, fileId);
  // Where the div carries the reference (Goobi), it speaks for its first file only.
  const ofDiv = isFirst ? administrativeId(sections, attributeOf(div, 'ADMID')) : null;
  const admId = ofDiv ?? administrativeId(sections, attributeOf(element, 'ADMID'));
  return {
    localPath,
    name: attributeOf(div, 'LABEL') || lastName(localPath),
    divId: attributeOf(div, 'ID'),
    admId,
    fileId,
    contentType: attributeOf(element, 'MIMETYPE'),
    ...readTechnicalMetadata(sectionAt(sections, admId)),
  };
};

const locationOf = (file: XmlElement, fileId: string): string => {
  const location = childNamed(file, METS, 'FLocat');
  const href = location === undefined ? '' : (attributeOf(location, 'href', XLINK) ?? '');
  if (href === '') throw new MetsFault('mets-file-unlocated', `The file '${fileId}' has no FLocat with an xlink:href.`);
  return href;
};

const administrativeId = ({ technical, administrative }: MetsSections, value: string | null): string | null =>
  referencedIds(value, (id) => technical.has(id) || administrative.has(id))[0] ?? null;

const sectionAt = ({ technical, administrative }: MetsSections, id: string | null): XmlElement | null =>
  id === null ? null : (technical.get(id) ?? administrative.get(id) ?? null);
