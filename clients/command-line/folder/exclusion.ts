import picomatch from 'picomatch';
import { CommandFault } from '../command-fault.js';
import { isJunkName } from './junk.js';

/** Whether something of a folder is left out, by its path below it. */
export type Exclusion = (path: string, kind: 'file' | 'folder') => boolean;

/** Stands for every name that `isJunkName` knows. */
const JUNK = 'junk';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Brackets are common in names, and nobody types them for what some shells make of them. */
const globOf = (pattern: string): ((text: string) => boolean) =>
  picomatch(pattern.replace(/[()]/g, '\\$&'), { dot: true, nonegate: true, noextglob: true });

const oneExclusion = (typed: string): Exclusion => {
  if (typed === JUNK) return (path) => isJunkName(nameOf(path));
  const pattern = typed.replace(/^(\.?\/)+|\/+$/g, '');
  if (pattern === '') throw new CommandFault(`--exclude ${typed} names nothing.`);
  const foldersAlone = typed.endsWith('/');
  const isOfPath = pattern.includes('/');
  const glob = globOf(pattern);
  return (path, kind) => {
    if (foldersAlone && kind !== 'folder') return false;
    const text = isOfPath ? path : nameOf(path);
    return text === pattern || glob(text);
  };
};

/**
 * What patterns leave out. One without a slash is compared with names, wherever they are, and one with a slash with
 * whole paths; a slash at its end is for folders alone. A folder that is left out is left out with everything in it.
 * Throws CommandFault for a pattern that names nothing.
 */
export const exclusionOf = (patterns: readonly string[]): Exclusion => {
  const each = patterns.map(oneExclusion);
  return (path, kind) => each.some((leavesOut) => leavesOut(path, kind));
};
