import { parseXml } from '../xml/parse.js';
import type { XmlDocument } from '../xml/tree.js';
import { defaultAgents, isAccepted, type MetsAgents } from './agents.js';
import { agentOf, titleOf } from './structure/heading.js';
import type { Mets } from './mets.js';
import { walkPhysical, type PhysicalStructure } from './structure/physical-structure.js';
import { findSections, type MetsSections } from './structure/sections.js';

/** Reads the METS of any producer (companion 6). Throws XmlFault or MetsFault; nothing else, whatever the bytes. */
export const readMets = (bytes: Uint8Array, agents: MetsAgents = defaultAgents): Mets =>
  readMetsDocument(parseXml(bytes), agents);

/** The same of a document that is parsed already. Throws MetsFault. */
export const readMetsDocument = (document: XmlDocument, agents: MetsAgents = defaultAgents): Mets => {
  const sections = findSections(document);
  return metsOf(sections, walkPhysical(sections), agents);
};

/** What a METS says at first sight. */
export const metsOf = (sections: MetsSections, structure: PhysicalStructure, agents: MetsAgents): Mets => {
  const agent = agentOf(sections.mets);
  return {
    name: titleOf(sections.mets),
    agent,
    editable: isAccepted(agent, agents),
    root: structure.root,
    files: structure.files,
    filesByPath: structure.filesByPath,
    filesById: structure.filesById,
    directoriesByPath: structure.directoriesByPath,
    duplicateIds: [...sections.duplicateIds],
    danglingFileIds: [...structure.danglingFileIds],
    unlocatedFileIds: [...structure.unlocatedFileIds],
  };
};
