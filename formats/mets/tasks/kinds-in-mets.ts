import type { MetsAgents } from '../agents.js';
import { orFailure } from '../mets-failure.js';
import type { Mets } from '../mets.js';
import { readMets } from '../read-mets.js';

/** Paths, and who counts as the platform. */
export interface LookedFor {
  readonly agents: MetsAgents;
  readonly paths: readonly string[];
}

/** What a METS of anyone has at each path, in the order given; null for nothing. */
export interface FoundKinds {
  readonly kinds: readonly ('file' | 'folder' | null)[];
}

/** Looks paths up in a METS that is not changed. Never throws for a document at fault. */
export const kindsInMets = orFailure((bytes, { agents, paths }: LookedFor): FoundKinds => {
  const mets = readMets(bytes, agents);
  return { kinds: paths.map((path) => kindAt(mets, path)) };
});

const kindAt = ({ filesByPath, directoriesByPath }: Mets, path: string): 'file' | 'folder' | null => {
  if (filesByPath.has(path)) return 'file';
  return directoriesByPath.has(path) ? 'folder' : null;
};
