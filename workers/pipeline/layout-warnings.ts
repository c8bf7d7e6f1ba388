import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { isMarker } from '../../commands/workspace/workspace-object.js';
import { firstNames } from '../../flow/first-of-many.js';
import { findMets } from '../../formats/mets/find-mets.js';

/** Tag files of a bag that are not its depositor's, and the listing that the original system keeps. */
const OF_ITS_OWN = /^(?:bagit|bag-info|package-info|fetch|(?:tag)?manifest-[^/]+)\.txt$|^__METSlike\.json$/i;

/** Sentences about files of a deposit that a run does not look at: those beside `data/`, and where there are none at all. */
export const layoutWarnings = ({ objects, tools: { filesRoot } }: WorkspaceView): readonly string[] => {
  const paths = objects.filter((each) => !isMarker(each)).map(({ path }) => path);
  const place = `${filesRoot}objects/`;
  const mets = findMets(paths);
  const beside = paths.filter((path) => !path.startsWith(filesRoot) && path !== mets && !OF_ITS_OWN.test(path));
  const warnings: string[] = [];
  if (!paths.some((path) => path.startsWith(place)))
    warnings.push(`The tools looked at no file: there is none below ${place}.`);
  if (beside.length > 0)
    warnings.push(
      `This deposit is a bag, so files beside data/ are not looked at and not preserved: ${firstNames(beside)}. Move what is to be preserved into ${place}.`,
    );
  return warnings;
};
