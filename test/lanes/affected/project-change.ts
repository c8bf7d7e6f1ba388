import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { affectedLanes, type AffectedLane, type ChangeRequest } from './affected.js';
import { lanes } from '../catalogue.js';
import { closureOf, importGraph, type Needs } from './import-graph.js';
import { hasSpecs, type Lane, type SpecLane } from '../lane.js';
import { matchesGlob } from './matches-glob.js';

interface MochaConfig {
  readonly spec: readonly string[];
  readonly ignore?: readonly string[];
}

/** It names paths without any need of them. */
const DECLARED = 'test/lanes/affected/declared-inputs.ts';

const lines = (text: string): readonly string[] => text.split('\0').filter((line) => line !== '');

/** What git says, each path ended by a NUL, so that no name is quoted. */
const git = (project: string, ...words: readonly string[]): readonly string[] =>
  lines(
    execFileSync('git', words, {
      cwd: project,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

/**
 * What has changed since a commit, or since this branch has left another one: what was committed, what was not, and files
 * that are new; both names of a rename.
 */
export const changedSince = (project: string, commit: string): readonly string[] => {
  const [base = commit] = git(project, 'merge-base', commit, 'HEAD').map((line) => line.trim());
  return [
    ...new Set([
      ...git(project, 'diff', '--name-only', '--no-renames', '-z', base, '--'),
      ...git(project, 'ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ];
};

/** The spec files of a lane, by the names of their sources. */
export const specsOf = (project: string, files: readonly string[], lane: Lane, needs: Needs): readonly string[] => {
  if (!hasSpecs(lane)) return [];
  const { needing } = lane.work;
  const all = specsByPattern(project, files, lane);
  return needing === undefined ? all : all.filter((path) => closureOf(needs, path).has(needing));
};

const specsByPattern = (project: string, files: readonly string[], lane: SpecLane): readonly string[] => {
  const { spec, ignore = [] } = JSON.parse(readFileSync(join(project, lane.work.config), 'utf8')) as MochaConfig;
  const compiled = (path: string): string => `dist/${path.replace(/\.ts$/, '.js')}`;
  const fits = (path: string, patterns: readonly string[]): boolean =>
    patterns.some((pattern) => matchesGlob(compiled(path), pattern));
  return files.filter((path) => path.endsWith('.ts') && fits(path, lane.work.specs ?? spec) && !fits(path, ignore));
};

/** What sources of a project need, and its spec files. What is gone may still be named, and is told by `changed`. */
export const projectGraph = (project: string, changed: readonly string[]): Pick<ChangeRequest, 'needs' | 'specsOf'> => {
  const tracked = git(project, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const files = [...new Set([...tracked, ...changed])];
  const present = files.filter((path) => existsSync(join(project, path)));
  const read = (path: string): string =>
    path === DECLARED || !existsSync(join(project, path)) ? '' : readFileSync(join(project, path), 'utf8');
  const needs = importGraph({ files, read });
  return { needs, specsOf: (lane) => specsOf(project, present, lane, needs) };
};

/** The lanes that the change of a project since a commit can touch. */
export const affectedSince = (project: string, commit: string): readonly AffectedLane[] => {
  const changed = changedSince(project, commit);
  return affectedLanes({ changed, lanes, ...projectGraph(project, changed) });
};
