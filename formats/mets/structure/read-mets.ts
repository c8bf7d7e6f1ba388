import { defaultAgents, isAccepted, type MetsAgents } from '../model/agents.js';
import { agentOf, titleOf } from './heading.js';
import type { Mets } from '../model/mets.js';
import { walkPhysical, type PhysicalStructure } from './physical-structure.js';
import { readSections } from './read-sections.js';
import type { MetsSections } from './sections.js';

/** How a METS is read: plain data, so that it may be read in another thread. */
export interface MetsReadOptions {
  readonly agents: MetsAgents;
  /** The files that its locations may mean, by their paths relative to the METS root, where that is known. */
  readonly present?: ReadonlySet<string> | undefined;
}

/** Reads the METS of any producer (companion 6). Throws only XmlFault and MetsFault. */
export const readMets = (
  bytes: Uint8Array,
  agents: MetsAgents = defaultAgents,
  present?: MetsReadOptions['present'],
): Mets => readSections(bytes, (sections) => metsIn(sections, { agents, present }));

/** As `readMets`, from the sections of a document that is open. */
export const metsIn = (sections: MetsSections, options: MetsReadOptions): Mets =>
  metsOf(sections, physicalOf(sections, options), options.agents);

/** The files and folders of a METS. The locations in one that the platform may edit are paths, as it writes them. */
export const physicalOf = (
  sections: MetsSections,
  { agents, present = new Set() }: MetsReadOptions,
): PhysicalStructure => walkPhysical(sections, { areLiteral: isAccepted(agentOf(sections.mets), agents), present });

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
    duplicateIds: sections.ids.duplicates,
    danglingFileIds: [...structure.danglingFileIds],
    unlocatedFileIds: [...structure.unlocatedFileIds],
  };
};
