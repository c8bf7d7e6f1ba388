import { firstNames } from '../../flow/first-of-many.js';
import { findMets } from '../../formats/mets/find-mets.js';
import type { WorkspaceView } from './view-workspace.js';
import { isMarker } from './workspace-object.js';

/** Tag files of a bag that are not its depositor's, and the listing that the original system keeps. */
const OF_ITS_OWN = /^(?:bagit|bag-info|package-info|fetch|(?:tag)?manifest-[^/]+)\.txt$|^__METSlike\.json$/i;

/** A sentence about the files of a deposit that is a bag which are no part of its payload; none where there are no such files. */
export const besideDataWarnings = ({ objects, tools: { filesRoot } }: WorkspaceView): readonly string[] => {
  if (filesRoot === '') return [];
  const paths = objects.filter((each) => !isMarker(each)).map(({ path }) => path);
  const mets = findMets(paths);
  const beside = paths.filter((path) => !path.startsWith(filesRoot) && path !== mets && !OF_ITS_OWN.test(path));
  if (beside.length === 0) return [];
  return [
    `This deposit is a bag, so its files beside data/ are not preserved, and no tool looks at them: ${firstNames(beside)}. Move what is to be preserved into data/objects/.`,
  ];
};
