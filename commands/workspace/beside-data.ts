import { firstNames } from '../../flow/first-of-many.js';
import { findMets } from '../../formats/mets/find-mets.js';
import { STORED_LISTING } from '../../formats/stored-listing.js';
import type { WorkspaceView } from './view-workspace.js';
import { isInBagFolder } from './ad-hoc.js';
import { isMarker, type WorkspaceObject } from './workspace-object.js';

/** Tag files that the standard names. */
const OF_STANDARD = /^(?:bagit|bag-info|package-info|fetch|(?:tag)?manifest-[^/]+)\.txt$/i;

/** The tag files of a deposit that is a bag: those that the standard or a tag manifest names. */
export const tagFilesIn = ({ objects, tools: { bag, filesRoot } }: WorkspaceView): readonly WorkspaceObject[] => {
  if (filesRoot === '') return [];
  const isNamed = (path: string): boolean => OF_STANDARD.test(path) || (bag?.tagFiles.digests.has(path) ?? false);
  return objects.filter((each) => !isMarker(each) && !each.path.startsWith(filesRoot) && isNamed(each.path));
};

/** The paths that files in the folders for tag files have in the root of a bag. */
const keptFrom = (paths: readonly string[], filesRoot: string): ReadonlySet<string> => {
  const inBag = paths.map((path) => path.slice(filesRoot.length)).filter(isInBagFolder);
  return new Set(inBag.map((path) => path.split('/').slice(3).join('/')));
};

/**
 * A sentence about the files of a deposit that is a bag which are neither in its payload, nor `kept` there as tag files;
 * none where there are no such files.
 */
export const besideDataWarnings = (
  { objects, tools: { filesRoot } }: WorkspaceView,
  kept: readonly WorkspaceObject[] = [],
): readonly string[] => {
  if (filesRoot === '') return [];
  const paths = objects.filter((each) => !isMarker(each)).map(({ path }) => path);
  const others = new Set([
    findMets(paths),
    STORED_LISTING,
    ...keptFrom(paths, filesRoot),
    ...kept.map(({ path }) => path),
  ]);
  const beside = paths.filter((path) => !path.startsWith(filesRoot) && !others.has(path) && !OF_STANDARD.test(path));
  if (beside.length === 0) return [];
  return [
    `This deposit is a bag, so its files beside data/ are not preserved, and no tool looks at them: ${firstNames(beside)}. Move what is to be preserved into data/objects/.`,
  ];
};
