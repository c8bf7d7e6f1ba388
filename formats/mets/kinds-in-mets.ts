import type { MetsAgents } from './model/agents.js';
import type { Mets } from './model/mets.js';
import { readMets } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/** The paths to look up, and the platform's agents. */
export interface LookedFor {
  readonly agents: MetsAgents;
  readonly paths: readonly string[];
}

/** The kind of each path in a METS, in the given order; null where the METS does not have it. */
export interface FoundKinds {
  readonly kinds: readonly ('file' | 'folder' | null)[];
}

/** Looks paths up in a METS of any producer. Throws MetsFault. */
export const kindsInMets = (sections: MetsToRead, { agents, paths }: LookedFor): FoundKinds => {
  const mets = readMets(sections, { agents });
  return { kinds: paths.map((path) => kindAt(mets, path)) };
};

const kindAt = ({ filesByPath, directoriesByPath }: Mets, path: string): 'file' | 'folder' | null => {
  if (filesByPath.has(path)) return 'file';
  return directoriesByPath.has(path) ? 'folder' : null;
};
