import type { KnownPaths } from '../paths/known-paths.js';
import { alignPaths } from '../paths/path-alignment.js';
import type { ToolWarning } from '../tool-readings.js';
import type { VirusLog } from './virus-log.js';

/** Of which files a virus log speaks, and for which it vouches. */
export interface ScanCoverage {
  /** The local path of one in the log. */
  readonly localOf: (path: string) => string;
  /** Whether the log means by its silence, or says, that this listed file is clean. */
  readonly vouchesFor: (listed: string) => boolean;
  /** Infected files, as the log has them, that are not among the files. */
  readonly unplaced: readonly string[];
  /** Whether there were files that could not be scanned and that the log does not name. */
  readonly isInPart: boolean;
}

/**
 * A scanner that is asked for infected files alone is silent of all others. That means that they are clean only where
 * all that it could not read is named, and each file that it names is known here.
 */
export const coverageOf = (log: VirusLog, known: KnownPaths, listed: ReadonlySet<string>): ScanCoverage => {
  const { hits, clean, unread, summary } = log;
  const hasFolder = (path: string): boolean => /[\\/]/.test(path);
  const passedOver = [...log.passedOver].filter(hasFolder); // the others may be words of any kind
  const local = alignEitherWay([...hits.keys(), ...clean, ...[...unread.values()].flat(), ...passedOver], known);
  const localOf = (path: string): string => local.get(path) ?? path;

  const { doubtful, found } = doubtsIn(
    listed,
    new Set([...hits.keys(), ...[...unread.values()].flat(), ...passedOver].map(localOf)),
  );
  const isPlaced = (path: string): boolean => known.has(localOf(path)) || found.has(localOf(path));
  const unplaced = [...hits.keys()].filter((path) => !isPlaced(path));
  const areAllNamed =
    log.isWhole &&
    (summary?.errors ?? 0) <= unread.size &&
    (summary?.infected ?? 0) <= hits.size &&
    [...unread.values()].every((paths) => paths.some(isPlaced));
  const areOthersClean = areAllNamed && unplaced.length === 0;
  const calledClean = new Set([...clean].map(localOf));
  return {
    localOf,
    vouchesFor: (path) => summary !== null && !doubtful.has(path) && (areOthersClean || calledClean.has(path)),
    unplaced,
    isInPart: summary !== null && !areAllNamed,
  };
};

/** Most names of files that one warning has. */
const MOST_NAMES = 10;

/** What is to be told of a virus log. */
export const problemsOf = (path: string | null, coverage: ScanCoverage | null): ToolWarning[] => {
  if (path === null || coverage === null) return [];
  const { unplaced, isInPart } = coverage;
  return [
    ...(isInPart ? [{ path, problem: 'scan-in-part' } as const] : []),
    ...(unplaced.length > 0 ? [{ path, problem: 'hit-unplaced', names: unplaced.slice(0, MOST_NAMES) } as const] : []),
  ];
};

/** The log may have back-slashes as a separator, and a file one in its name. */
const alignEitherWay = (told: readonly string[], known: KnownPaths): Map<string, string> => {
  const asTold = alignPaths(told, known);
  if (!told.some((path) => path.includes('\\'))) return asTold;
  const slashed = (path: string): string => path.replaceAll('\\', '/');
  const separated = alignPaths(told.map(slashed), known);
  const either = (path: string, local: string): string =>
    known.has(local) ? local : (separated.get(slashed(path)) ?? local);
  return new Map([...asTold].map(([path, local]) => [path, either(path, local)]));
};

/** The listed files that a path of the log may mean, or that are in a folder of it; and the paths that mean some. */
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

/** A path; its folders; and its ends, in case that one tool began deeper in the folders than the other. */
function* partsOf(path: string): Generator<string> {
  yield path;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    yield path.slice(0, at);
    yield path.slice(at + 1);
  }
}
