import { defaultAgents, isAccepted, type MetsAgents } from './agents.js';
import { agentOf, titleOf } from './structure/heading.js';
import type { Mets } from './mets.js';
import { walkPhysical, type PhysicalStructure } from './structure/physical-structure.js';
import { readSections } from './structure/read-sections.js';
import type { MetsSections } from './structure/sections.js';

/** Reads the METS of any producer (companion 6). Throws only XmlFault and MetsFault. */
export const readMets = (bytes: Uint8Array, agents: MetsAgents = defaultAgents): Mets => {
  const sections = readSections(bytes, ['technical']);
  return metsOf(sections, walkPhysical(sections), agents);
};

/** The basic values of a METS: title, agent, files and folders. */
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
