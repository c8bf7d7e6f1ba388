import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const LINES = 100;
/** What is shown of one line, and of how many files of one failure, and of how many failures. */
const COLUMNS = 500;
const FILES = 25;
const FAILURES = 8;

const isShown = (name: string): boolean => /\.(log|txt)$/.test(name);

/** The last lines of a text, each cut where it is very long. */
export const lastLines = (text: string, count = LINES): string =>
  text
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS)}…` : line))
    .join('\n');

/** Files of people's interest: the failure first, then what processes and servers have said. */
const shownFiles = (folder: string): string[] => {
  const rank = (name: string): number => (name === 'failure.txt' ? 0 : name.startsWith('processes') ? 1 : 2);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => isShown(name) && statSync(join(folder, name)).isFile())
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
};

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .sort();

const reportOne = (evidence: string, folder: string): string => {
  const files = shownFiles(folder);
  const shown = files.length <= FILES ? files : [...files.slice(0, 1), ...files.slice(1 - FILES)];
  const parts = shown.map(
    (name) => `--- ${relative(evidence, join(folder, name))}\n${lastLines(readFileSync(join(folder, name), 'utf8'))}`,
  );
  const left = files.length - shown.length;
  return [...parts, ...(left > 0 ? [`(${left} more in ${folder})`] : [])].join('\n');
};

/** The evidence of all failures, as far as it fits: the last lines of each log, below the folder of each failure. */
export const evidenceReport = (evidence: string): string => {
  const folders = existsSync(evidence) ? foldersIn(evidence).flatMap(foldersIn) : [];
  const reports = folders
    .slice(0, FAILURES)
    .map((folder) => `== evidence in ${folder}\n${reportOne(evidence, folder)}`);
  const left = folders.slice(FAILURES).map((folder) => `== evidence in ${folder}`);
  return [...reports, ...left].join('\n\n');
};
