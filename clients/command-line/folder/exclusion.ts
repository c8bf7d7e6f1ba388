import picomatch from 'picomatch';
import { ancestorsOf } from '../../../formats/paths/repository-path.js';
import { wordsFault } from '../command-fault.js';
import { isJunkName } from '../../../formats/paths/junk-names.js';

/** Whether a file or folder is left out, by its path below the root. */
export type Exclusion = (path: string, kind: 'file' | 'folder') => boolean;

/** The pattern for all names of `isJunkName`. */
const JUNK = 'junk';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Parentheses are matched literally, since they are common in names. */
const globOf = (pattern: string): ((text: string) => boolean) =>
  picomatch(pattern.replace(/[()]/g, '\\$&'), { dot: true, nonegate: true, noextglob: true });

const oneExclusion = (typed: string): Exclusion => {
  if (typed === JUNK) return (path) => isJunkName(nameOf(path));
  const pattern = typed.replace(/^(\.?\/)+|\/+$/g, '');
  if (pattern === '') throw wordsFault(`--exclude ${typed} names nothing.`);
  const foldersOnly = typed.endsWith('/');
  const isOfPath = pattern.includes('/');
  const glob = globOf(pattern);
  return (path, kind) => {
    if (foldersOnly && kind !== 'folder') return false;
    const text = isOfPath ? path : nameOf(path);
    return text === pattern || glob(text);
  };
};

/**
 * The exclusion by patterns. One without a slash is matched with names at any depth, one with a slash with whole paths;
 * with a final slash it matches only folders. An excluded folder is left out with all its content. Throws CommandFault
 * for an empty pattern.
 */
export const exclusionOf = (patterns: readonly string[]): Exclusion => {
  const each = patterns.map(oneExclusion);
  return (path, kind) => each.some((leavesOut) => leavesOut(path, kind));
};

/** Whether a file, or a folder above it, is left out. */
export const isExcluded = (path: string, exclusion: Exclusion): boolean =>
  exclusion(path, 'file') || ancestorsOf(path).some((folder) => exclusion(folder, 'folder'));
