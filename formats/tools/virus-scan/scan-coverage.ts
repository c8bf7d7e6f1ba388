import type { KnownPaths } from '../paths/known-paths.js';
import { alignPaths } from '../paths/path-alignment.js';
import type { ToolWarning } from '../tool-readings.js';
import type { VirusLog } from './virus-log.js';

/** Which files a virus log covers, and which are clean. */
export interface ScanCoverage {
  /** The local path of a path in the log. */
  readonly localOf: (path: string) => string;
  /** Whether this listed file is clean: the log says so, or leaves it out of a complete list of infected files. */
  readonly isClean: (listed: string) => boolean;
  /** Infected files in the log that are not in the workspace. */
  readonly unknownHits: readonly string[];
  /** Whether some files could not be scanned and are not named in the log. */
  readonly isInPart: boolean;
}

/**
 * Which listed files a log shows to be clean. A scanner may log infected files only. The others are clean only if the
 * log names all files that it could not read, and all files that it names are known.
 */
export const coverageOf = (log: VirusLog, known: KnownPaths, listed: ReadonlySet<string>): ScanCoverage => {
  const { hits, clean, unread, summary } = log;
  const hasFolder = (path: string): boolean => /[\\/]/.test(path);
  const passedOver = [...log.passedOver].filter(hasFolder); // a line without a folder may be any text
  const local = alignWithEitherSeparator(
    [...hits.keys(), ...clean, ...[...unread.values()].flat(), ...passedOver],
    known,
  );
  const localOf = (path: string): string => local.get(path) ?? path;

  const { doubtful, found } = doubtsIn(
    listed,
    new Set([...hits.keys(), ...[...unread.values()].flat(), ...passedOver].map(localOf)),
  );
  const isPlaced = (path: string): boolean => known.has(localOf(path)) || found.has(localOf(path));
  const unknownHits = [...hits.keys()].filter((path) => !isPlaced(path));
  const areAllNamed =
    log.isWhole &&
    (summary?.errors ?? 0) <= unread.size &&
    (summary?.infected ?? 0) <= hits.size &&
    [...unread.values()].every((paths) => paths.some(isPlaced));
  const areOthersClean = areAllNamed && unknownHits.length === 0;
  const calledClean = new Set([...clean].map(localOf));
  return {
    localOf,
    isClean: (path) => summary !== null && !doubtful.has(path) && (areOthersClean || calledClean.has(path)),
    unknownHits,
    isInPart: summary !== null && !areAllNamed,
  };
};

/** Most names of files that one warning has. */
const MOST_NAMES = 10;

/** The warnings for a virus log. */
export const problemsOf = (path: string | null, coverage: ScanCoverage | null): ToolWarning[] => {
  if (path === null || coverage === null) return [];
  const { unknownHits, isInPart } = coverage;
  return [
    ...(isInPart ? [{ path, problem: 'scan-in-part' } as const] : []),
    ...(unknownHits.length > 0
      ? [{ path, problem: 'hit-unplaced', names: unknownHits.slice(0, MOST_NAMES) } as const]
      : []),
  ];
};

/** Aligns paths of a log, in which a backslash may be a separator or part of a name. */
const alignWithEitherSeparator = (paths: readonly string[], known: KnownPaths): Map<string, string> => {
  const aligned = alignPaths(paths, known);
  if (!paths.some((path) => path.includes('\\'))) return aligned;
  const slashed = (path: string): string => path.replaceAll('\\', '/');
  const separated = alignPaths(paths.map(slashed), known);
  const either = (path: string, local: string): string =>
    known.has(local) ? local : (separated.get(slashed(path)) ?? local);
  return new Map([...aligned].map(([path, local]) => [path, either(path, local)]));
};

/**
 * The listed files that a path of the log may refer to, or that are in such a folder; and the log paths that match any.
 */
const doubtsIn = (
  listed: ReadonlySet<string>,
  named: ReadonlySet<string>,
): { doubtful: ReadonlySet<string>; found: ReadonlySet<string> } => {
  const doubtful = new Set<string>();
  const found = new Set<string>();
  if (named.size === 0) return { doubtful, found };
  for (const path of listed) {
    for (const part of partsOf(path)) {
      if (!named.has(part)) continue;
      doubtful.add(path);
      found.add(part);
    }
  }
  return { doubtful, found };
};

/** A path, its folders and its suffixes (one tool may have started in a deeper folder than the other). */
function* partsOf(path: string): Generator<string> {
  yield path;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    yield path.slice(0, at);
    yield path.slice(at + 1);
  }
}
