/** The files of a workspace, by their local paths. */
export interface KnownPaths {
  readonly has: (path: string) => boolean;
  /**
   * The file whose path shares the longest suffix of whole segments with a tool's path. The suffix must be the file's
   * whole path or at least as long as `local`. Null where there is none, or several share it.
   */
  readonly endingLike: (path: string, local: string) => string | null;
}

/** The longest S3 key, in bytes. */
const LONGEST_PATH = 1024;

export const knownPaths = (paths: Iterable<string>): KnownPaths => {
  const all = new Set(paths);
  let ends: ReadonlyMap<string, string | null> | null = null;
  return {
    has: (path) => all.has(path),
    endingLike: (path, local) => {
      ends ??= endsOf(all);
      for (const end of endsIn(path)) {
        const found = ends.get(end);
        if (found === undefined) continue;
        return found === end || end.length >= local.length ? found : null;
      }
      return null;
    },
  };
};

/** The path with each suffix that begins at a segment; null where several have it. */
const endsOf = (paths: Iterable<string>): Map<string, string | null> => {
  const ends = new Map<string, string | null>();
  for (const path of paths) {
    for (const end of endsIn(path)) ends.set(end, ends.has(end) ? null : path);
  }
  return ends;
};

/** The suffixes of a path that begin at a segment, longest first. */
function* endsIn(path: string): Generator<string> {
  const start = path.length <= LONGEST_PATH ? 0 : path.indexOf('/', path.length - LONGEST_PATH);
  for (let at = start; at !== -1; at = path.indexOf('/', at)) {
    if (path[at] === '/') at += 1;
    yield path.slice(at);
  }
}
