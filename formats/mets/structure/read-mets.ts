import { isAccepted, type MetsAgents } from '../model/agents.js';
import type { Mets } from '../model/mets.js';
import type { LocationRules } from './file-location.js';
import { walkPhysical, type PhysicalStructure } from './physical-structure.js';
import type { MetsToRead } from './read-sections.js';

/** How a METS is read: plain data, so that it may be read in another thread. */
export interface MetsReadOptions {
  readonly agents: MetsAgents;
  /** The files that its locations may mean, by their paths relative to the METS root, where that is known. */
  readonly present?: ReadonlySet<string> | undefined;
}

/** Reads the files and folders of any producer's METS (companion 6). Throws MetsFault. */
export const readMets = (sections: MetsToRead, options: MetsReadOptions): Mets =>
  metsOf(sections, physicalOf(sections, options), options.agents);

/** The files and folders of a METS. */
export const physicalOf = (sections: MetsToRead, options: MetsReadOptions): PhysicalStructure =>
  walkPhysical(sections, locationRules(sections, options));

/** The locations in a METS that the platform may edit are paths, as it writes them. */
export const locationRules = (
  { agent }: Pick<MetsToRead, 'agent'>,
  { agents, present = new Set() }: MetsReadOptions,
): LocationRules => ({ areLiteral: isAccepted(agent, agents), present });

/** The basic values of a METS: title, agent, files and folders. */
export const metsOf = (sections: MetsToRead, structure: PhysicalStructure, agents: MetsAgents): Mets => {
  const { agent } = sections;
  return {
    name: sections.title,
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
