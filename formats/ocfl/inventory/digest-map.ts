import { compareUtf8, sortByUtf8 } from '../../paths/utf8-order.js';
import type { Report } from '../finding.js';
import type { DigestMap } from './inventory.js';
import { isRecord } from '../../json/json-record.js';
import { eachSliced, SLICE, type SlicedWork } from '../../../flow/slices.js';

/** The OCFL error codes for the rules of a block of digests and paths. */
export interface DigestMapCodes {
  readonly notObject: string;
  readonly badPaths: string;
  /** The same digest twice in different case; null where another rule covers it. */
  readonly duplicateDigest: string | null;
  /** A slash at either end. */
  readonly outerSlash: string;
  /** An element that is empty, `.` or `..`. */
  readonly badElement: string;
  /** A path twice, or a path that is a folder of another. */
  readonly conflict: string;
}

/** Reads a manifest, state or fixity block, and reports errors under the given codes. */
export function* readDigestMap(
  value: unknown,
  codes: DigestMapCodes,
  what: string,
  report: Report,
): SlicedWork<DigestMap> {
  const map = new Map<string, readonly string[]>();
  if (!isRecord(value)) {
    report(codes.notObject, `${what} is not a JSON object.`);
    return map;
  }
  for (const [digest, paths] of Object.entries(value)) {
    if (map.size % SLICE === SLICE - 1) yield;
    if (isTexts(paths)) map.set(digest, inOrder(paths));
    else report(codes.badPaths, `${what} has no array of paths for ${digest}.`);
  }
  if (codes.duplicateDigest !== null) checkDigests(Object.keys(value), codes.duplicateDigest, what, report);
  yield* checkPaths(map, codes, what, report);
  return map;
}

/** The same map with its digests in order. */
export function* inDigestOrder(map: DigestMap): SlicedWork<DigestMap> {
  const ordered = new Map<string, readonly string[]>();
  const digests = sortByUtf8([...map.keys()], (digest) => digest);
  yield* eachSliced(digests, (digest) => ordered.set(digest, map.get(digest) ?? []));
  return ordered;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Sorts a copy only where needed: paths nearly always come sorted. */
const inOrder = (paths: readonly string[]): readonly string[] =>
  paths.every((path, index) => index === 0 || compareUtf8(paths[index - 1] ?? '', path) <= 0)
    ? paths
    : paths.toSorted(compareUtf8);

/** OCFL compares digests without regard to case: only one with upper case can duplicate another key. */
const checkDigests = (digests: readonly string[], code: string, what: string, report: Report): void => {
  const mixed = digests.filter((digest) => digest !== digest.toLowerCase());
  if (mixed.length === 0) return;
  const lower = new Set(digests.filter((digest) => digest === digest.toLowerCase()));
  for (const digest of mixed) {
    if (lower.has(digest.toLowerCase())) report(code, `${what} holds the digest ${digest} more than once.`);
    lower.add(digest.toLowerCase());
  }
};

function* checkPaths(map: DigestMap, codes: DigestMapCodes, what: string, report: Report): SlicedWork<void> {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const paths of map.values()) {
    for (const path of paths) {
      if (path.startsWith('/') || path.endsWith('/'))
        report(codes.outerSlash, `${what} holds '${path}', with a slash at an end.`);
      if (hasBadElement(path)) report(codes.badElement, `${what} holds '${path}', with an element that is not a name.`);
      if (files.has(path)) report(codes.conflict, `${what} holds '${path}' more than once.`);
      files.add(path);
      addFolders(path, folders);
      if (files.size % SLICE === 0) yield;
    }
  }
  yield* eachSliced(files, (file) => {
    if (folders.has(file)) report(codes.conflict, `${what} holds '${file}' both as a file and as a folder.`);
  });
}

const hasBadElement = (path: string): boolean => {
  if (path !== '' && !path.includes('//') && !path.includes('./') && !path.endsWith('.')) return false;
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  return inner.split('/').some((element) => element === '' || element === '.' || element === '..');
};

/** Adds the folders of a path; stops at a known one, whose own folders are known too. */
const addFolders = (path: string, folders: Set<string>): void => {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = path.slice(0, slash);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
};

/** The digest of each path. */
export const digestsByPath = (map: DigestMap): Map<string, string> => {
  const digests = new Map<string, string>();
  for (const [digest, paths] of map) for (const path of paths) digests.set(path, digest);
  return digests;
};
