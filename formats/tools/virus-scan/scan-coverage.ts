import { ancestorsOf } from '../../paths/repository-path.js';
import type { KnownPaths } from '../paths/known-paths.js';
import { alignInForms, asItIs } from '../paths/align-in-forms.js';
import { pathOfLine, withSlashes } from '../paths/path-in-line.js';
import type { ToolProblem, ToolWarning } from '../tool-readings.js';
import type { VirusLog } from './virus-log.js';

/** Which files a virus log covers, and which are clean. */
export interface ScanCoverage {
  /** The local path of a path in the log. */
  readonly localOf: (path: string) => string;
  /** Whether this listed file is clean: the log says so, or leaves it out of a complete list of infected files. */
  readonly isClean: (listed: string) => boolean;
  /** Why the log proves no file clean, or not each one that it leaves out. */
  readonly problems: readonly Omit<ToolWarning, 'path'>[];
}

/** Files in a batch report: the size in bytes by local path, null where the report has none. */
export type ListedSizes = ReadonlyMap<string, number | null>;

/**
 * Which listed files a log shows to be clean. A scanner may log infected files only. The others are clean only if the
 * log vouches for them (companion 9.5), names all files that it could not read, and all files that it names are known.
 */
export const coverageOf = (log: VirusLog, known: KnownPaths, listed: ListedSizes): ScanCoverage => {
  const { hits, clean, unread } = log;
  const hasFolder = (path: string): boolean => /[\\/]/.test(path);
  const failures = [...log.errors.values()].flat();
  const passedOver = [...log.passedOver, ...failures].filter(hasFolder); // a line without a folder may be any text
  const notScanned = [...[...unread.values()].flat(), ...passedOver];
  const named = [...hits.keys(), ...notScanned];
  const local = alignInForms([...named, ...clean], known, [pathOfLine, asItIs, withSlashes]);
  const localOf = (path: string): string => local.get(path) ?? path;
  const literal = alignInForms(named, known, [asItIs]).values(); // a log of another program encodes nothing

  const { doubtful, found } = doubtsIn(listed.keys(), new Set([...named.map(localOf), ...literal]));
  const isPlaced = (path: string): boolean => known.has(localOf(path)) || found.has(localOf(path));
  const failure = failureOf(log, isPlaced) ?? shortfallOf(log, toScan(listed, known, new Set(notScanned.map(localOf))));
  const unknownHits = [...hits.keys()].filter((path) => !isPlaced(path));
  const areAllNamed = namesAll(log, isPlaced);
  const areOthersClean = areAllNamed && unknownHits.length === 0;
  const calledClean = new Set([...clean].map(localOf));
  return {
    localOf,
    isClean: (path) => failure === null && !doubtful.has(path) && (areOthersClean || calledClean.has(path)),
    problems: [
      ...(failure === null ? [] : [failure]),
      ...(failure === null && !areAllNamed ? [{ problem: 'scan-in-part' } as const] : []),
      ...(unknownHits.length > 0
        ? [{ problem: 'hit-unplaced', names: unknownHits.slice(0, MOST_NAMES) } as const]
        : []),
    ],
  };
};

/** Whether the log names every file that it counts as infected or not readable, and no unknown one as not readable. */
const namesAll = ({ isWhole, hits, unread, summary }: VirusLog, isPlaced: (path: string) => boolean): boolean =>
  isWhole &&
  (summary?.errors ?? 0) <= unread.size &&
  (summary?.infected ?? 0) <= hits.size &&
  [...unread.values()].every((paths) => paths.some(isPlaced));

/** Most names of files that one warning has. */
const MOST_NAMES = 10;

type Failure = Omit<ToolWarning, 'path'> & { readonly problem: ToolProblem };

/** Why nothing that this log leaves unsaid is believed, whatever is listed. */
const failureOf = ({ summary, errors }: VirusLog, isPlaced: (path: string) => boolean): Failure | null => {
  if (summary === null) return { problem: 'scan-unfinished' };
  const { knownViruses } = summary;
  if (knownViruses !== null && !(knownViruses > 0)) return { problem: 'scan-without-signatures' };
  const own = [...errors].filter(([, paths]) => !paths.some(isPlaced)).map(([line]) => line);
  return own.length === 0 ? null : { problem: 'scan-failed', names: own.slice(0, MOST_NAMES) };
};

/** `expected` is how many listed files the log has to have scanned. */
const shortfallOf = ({ summary }: VirusLog, expected: number): Failure | null => {
  const scanned = summary?.files ?? null;
  if (scanned === null || scanned >= expected) return null;
  return { problem: 'scan-incomplete', ...(Number.isNaN(scanned) ? {} : { leftOut: expected - scanned }) };
};

/** How many listed files a scanner counts that names those it did not scan: it counts no empty file, and no member of an archive. */
const toScan = (listed: ListedSizes, known: KnownPaths, notScanned: ReadonlySet<string>): number => {
  const isMember = (path: string): boolean =>
    !known.has(path) && [...path.matchAll(/#/g)].some(({ index }) => listed.has(path.slice(0, index)));
  return [...listed].filter(
    ([path, size]) =>
      size !== 0 && ![...ancestorsOf(path), path].some((each) => notScanned.has(each)) && !isMember(path),
  ).length;
};
/**
 * The listed files that a path of the log may refer to, or that are in such a folder; and the log paths that match any.
 */
const doubtsIn = (
  listed: Iterable<string>,
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
