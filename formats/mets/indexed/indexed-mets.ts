import { dropBlanks } from '../../xml/drop-blanks.js';
import type { XmlDocument } from '../../xml/document.js';
import type { XmlElement } from '../../xml/tree.js';
import { CrossReferences } from './cross-references.js';
import { elementMaker, type MakeElement } from '../elements/element-maker.js';
import type { MetsAgents } from '../model/agents.js';
import { MetsFault } from '../model/fault.js';
import { METS, MODS, PREMIS } from '../elements/namespaces.js';
import type { Description } from '../model/section-summary.js';
import { readDescription } from '../structure/description.js';
import type { ElementsById } from '../structure/elements-by-id.js';
import { insertInOrder } from '../elements/ordered-insert.js';
import { pathEntries, type PathEntry } from './path-entries.js';
import { sectionsOf } from '../structure/sections.js';

/** A document under edit, with indexes so that an edit finds elements without a search. */
export interface IndexedMets {
  readonly document: XmlDocument;
  readonly mets: XmlElement;
  readonly make: MakeElement;
  readonly entries: Map<string, PathEntry>;
  readonly ids: ElementsById<XmlElement>;
  readonly describe: (section: XmlElement) => Description;
  /** The logical structMaps. */
  readonly logical: Set<XmlElement>;
  readonly references: CrossReferences;
  /** Divs to which others were added, and whose divs are to be sorted before the document is written. */
  readonly unsorted: Set<XmlElement>;
  /** The dmdSec that was added last. */
  lastDescription: XmlElement | null;
  /** The fileGrp that takes new files. */
  readonly fileGroup: XmlElement;
  /** The platform's agent name. */
  readonly agent: string;
  /** The name of the virus scanner in the ids of its events; null for the specification's. */
  readonly scanner: string | null;
}

/** The order of sections in a METS (companion 5.1). */
const SEQUENCE = ['metsHdr', 'dmdSec', 'amdSec', 'fileSec', 'structMap', 'structLink', 'behaviorSec'];

/** Vocabularies in which white space between elements has no meaning. The platform does not store it. */
const KNOWN: ReadonlySet<string> = new Set([METS, MODS, PREMIS]);

/** Indexes a document for editing and removes its indentation. Throws MetsFault. */
export const indexMets = (
  document: XmlDocument,
  { own: agent, scanner }: Pick<MetsAgents, 'own' | 'scanner'>,
): IndexedMets => {
  dropBlanks(document, document.root.address, KNOWN);
  const sections = sectionsOf(document);
  const make = elementMaker(sections.mets);
  return {
    document,
    mets: sections.mets,
    make,
    entries: pathEntries(sections),
    ids: sections.ids,
    describe: readDescription,
    logical: new Set(sections.logical),
    references: new CrossReferences(sections),
    unsorted: new Set(),
    lastDescription: null,
    fileGroup: fileGroupOf(sections.mets, make),
    agent,
    scanner: scanner ?? null,
  };
};

/** Inserts a section at its place in the sequence. */
export const insertSection = (mets: XmlElement, section: XmlElement): void => insertInOrder(mets, section, SEQUENCE);

/** Adds a dmdSec after the others; a search from the end of a long document is made for the first one alone. */
export const insertDescription = (indexed: IndexedMets, section: XmlElement): void => {
  const { mets, references, lastDescription: last } = indexed;
  if (last?.parent?.isSame(mets) === true) mets.insertAfter(last, [section]);
  else insertSection(mets, section);
  indexed.lastDescription = section;
  references.add(section);
};

const fileGroupOf = (mets: XmlElement, make: MakeElement): XmlElement => {
  const fileSec = mets.element(METS, 'fileSec') ?? make(METS, 'fileSec');
  if (fileSec.parent === null) insertSection(mets, fileSec);
  const groups = fileSec.elements(METS, 'fileGrp');
  const found = groups.find((group) => group.attribute('USE')?.toUpperCase() === 'OBJECTS') ?? groups[0];
  if (found !== undefined) return found;
  const group = make(METS, 'fileGrp', [['USE', 'OBJECTS']]);
  fileSec.append(group);
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
