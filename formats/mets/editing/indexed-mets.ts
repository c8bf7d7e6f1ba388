import { attributeOf, childNamed, childrenNamed } from '../../xml/navigate.js';
import type { XmlDocument, XmlElement } from '../../xml/tree.js';
import { CrossReferences } from './cross-references.js';
import { DeferredChanges } from './deferred-changes.js';
import { dropIndentation } from './indentation.js';
import { elementMaker, type MakeElement } from './element-maker.js';
import { MetsFault } from '../fault.js';
import { METS } from '../structure/namespaces.js';
import { insertInOrder } from './ordered-insert.js';
import { pathEntries, type PathEntry } from './path-entries.js';
import { sectionsOf } from '../structure/sections.js';

/** A document under edit, with indexes so that an edit finds elements without a search. */
export interface IndexedMets {
  readonly document: XmlDocument;
  readonly mets: XmlElement;
  readonly make: MakeElement;
  readonly entries: Map<string, PathEntry>;
  readonly descriptive: Map<string, XmlElement>;
  /** The logical structMaps. */
  readonly logical: Set<XmlElement>;
  readonly references: CrossReferences;
  readonly changes: DeferredChanges;
  /** The fileGrp that takes new files. */
  readonly fileGroup: XmlElement;
  /** The platform's agent name. */
  readonly agent: string;
}

/** The order of sections in a METS (companion 5.1). */
const SEQUENCE = ['metsHdr', 'dmdSec', 'amdSec', 'fileSec', 'structMap', 'structLink', 'behaviorSec'];

/** Indexes a document for editing and removes its indentation. Throws MetsFault. */
export const indexMets = (document: XmlDocument, agent: string): IndexedMets => {
  dropIndentation(document.root);
  const sections = sectionsOf(document);
  const make = elementMaker(sections.mets);
  return {
    document,
    mets: sections.mets,
    make,
    entries: pathEntries(sections),
    descriptive: new Map(sections.descriptive),
    logical: new Set(sections.logical),
    references: new CrossReferences(sections.mets),
    changes: new DeferredChanges(),
    fileGroup: fileGroupOf(sections.mets, make),
    agent,
  };
};

/** Inserts a section at its place in the sequence. */
export const insertSection = (mets: XmlElement, section: XmlElement): void => insertInOrder(mets, section, SEQUENCE);

/** Adds a dmdSec after the others. Deferred, since a search from the end of a long document would be slow. */
export const insertDescription = (
  { mets, changes, references, descriptive }: IndexedMets,
  section: XmlElement,
): void => {
  changes.insert(mets, section, SEQUENCE);
  references.add(section);
  descriptive.set(attributeOf(section, 'ID') ?? '', section);
};

const fileGroupOf = (mets: XmlElement, make: MakeElement): XmlElement => {
  const fileSec = childNamed(mets, METS, 'fileSec') ?? make(METS, 'fileSec');
  if (!mets.children.includes(fileSec)) insertSection(mets, fileSec);
  const groups = childrenNamed(fileSec, METS, 'fileGrp');
  const found = groups.find((group) => attributeOf(group, 'USE')?.toUpperCase() === 'OBJECTS') ?? groups[0];
  if (found !== undefined) return found;
  const group = make(METS, 'fileGrp', [['USE', 'OBJECTS']]);
  fileSec.children.push(group);
  return group;
};

/** The entry of a path. Throws MetsFault `mets-path-unknown`. */
export const entryAt = (indexed: IndexedMets, path: string): PathEntry => {
  const entry = indexed.entries.get(path);
  if (entry === undefined)
    throw new MetsFault(
      'mets-path-unknown',
      `Could not edit METS because not all parts of the path '${path}' have been added to METS.`,
    );
  return entry;
};
