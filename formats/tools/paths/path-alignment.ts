import type { KnownPaths } from './known-paths.js';

/** Folders with a known place in a deposit, in the order in which a path is searched for them. */
const ANCHORS = ['objects', 'metadata'];

/**
 * Finds the local path of each path in one tool output, which may be absolute or begin in any folder (companion 9.4):
 * the common folder, or the part of it before `objects` or `metadata`, is cut off. Paths that then match no known file
 * are matched by their suffixes, unless the output has such a folder and another path matches.
 */
export const alignPaths = (toolPaths: Iterable<string>, known: KnownPaths): Map<string, string> => {
  const split = [...new Set(toolPaths)].map((path) => [path, segmentsOf(path)] as const);
  const cut = cutOf(split.map(([, segments]) => segments));
  const aligned = new Map(split.map(([path, segments]) => [path, segments.slice(cut).join('/').replace(/^\//, '')]));
  const isAnchored = split.some(([, segments]) => segments.slice(0, -1).some((each) => ANCHORS.includes(each)));
  if (isAnchored && [...aligned.values()].some((local) => known.has(local))) return aligned;
  for (const [path, local] of aligned) {
    if (!known.has(local)) aligned.set(path, known.endingLike(path, local) ?? local);
  }
  return aligned;
};

/** An absolute path has an empty first segment. */
const segmentsOf = (path: string): string[] =>
  path.split('/').filter((segment, index) => segment !== '.' && (segment !== '' || index === 0));

/** How many segments come before the local part of every path. */
const cutOf = (paths: readonly (readonly string[])[]): number => {
  const shared = commonParent(paths);
  for (const anchor of ANCHORS) {
    const at = shared.indexOf(anchor);
    if (at !== -1) return at;
  }
  return shared.length;
};

const commonParent = (paths: readonly (readonly string[])[]): readonly string[] => {
  let shared = paths[0]?.slice(0, -1) ?? [];
  for (const path of paths) {
    const differs = shared.findIndex((segment, index) => index >= path.length - 1 || segment !== path[index]);
    if (differs !== -1) shared = shared.slice(0, differs);
  }
  return shared;
};
