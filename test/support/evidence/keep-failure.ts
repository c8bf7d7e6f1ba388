import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { inspect } from 'node:util';
import { SEED } from '../seed.js';
import { projectRoot } from '../project-root.js';
import { bytesBelow, copyFiles, type CopyRequest } from './copy-files.js';
import { evidenceFolder } from './places.js';
import { forgetEndedProcesses, processOutputs } from './process-output.js';

/** A test, or a hook, that has failed. */
export interface Failure {
  readonly file: string;
  readonly title: string;
  readonly error: unknown;
}

const MEBIBYTE = 1024 * 1024;
/** What one failure may leave, and all of them. */
const MOST_BYTES = 128 * MEBIBYTE;
const MOST_BYTES_OF_ALL = 1024 * MEBIBYTE;
/** Those after them in the same file tell what failed, without copies of folders. */
const WITH_FOLDERS = 3;

/** The spec file that is under way. */
const current = { file: '', begunAt: 0, before: new Set<string>(), failures: 0 };

/** Called when the specs of a file begin: what lies there already is not theirs. */
export const beginFile = (file: string): void => {
  if (file === current.file) return;
  forgetEndedProcesses();
  const before = new Set(existsSync(tmpdir()) ? readdirSync(tmpdir()) : []);
  Object.assign(current, { file, begunAt: Date.now(), before, failures: 0 });
};

/** Settings that decide what specs do, without those that say where servers are. */
const settings = (): string[] =>
  Object.entries(process.env)
    .filter(([name]) => /^MUNIMENT_TEST_/.test(name) && !/KAFKA|MONGODB|_S3_|EVENTSTORE|EVIDENCE|OUTCOME/.test(name))
    .map(([name, value]) => `${name}=${value ?? ''}`);

const failureText = ({ file, title, error }: Failure): string =>
  [
    title,
    '',
    `file  ${relative(projectRoot, file)}`,
    `time  ${new Date().toISOString()}`,
    `node  ${process.version}`,
    `seed  ${SEED} (MUNIMENT_TEST_SEED=${SEED} repeats its choices)`,
    ...settings().map((line) => `with  ${line}`),
    '',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    '',
    inspect(error, { depth: 4, maxStringLength: 10_000, breakLength: 120 }),
    '',
  ].join('\n');

const ownFolder = (file: string): string => {
  const name = basename(file).replace(/(\.spec)?\.[cm]?[jt]s$/, '');
  for (let number = 1; ; number++) {
    const folder = join(evidenceFolder(), `${name}-${number}`);
    if (existsSync(folder)) continue;
    mkdirSync(folder, { recursive: true });
    return folder;
  }
};

/** What the specs have on the disk, and what servers that they share have written since the file began. */
const sources = (folder: string): readonly Omit<CopyRequest, 'mostBytes'>[] => {
  const cache = process.env['MUNIMENT_TEST_SERVICES_CACHE'] ?? '';
  const own = { from: tmpdir(), to: join(folder, 'folders'), without: current.before };
  if (cache === '' || !/[/\\]services[/\\]/.test(current.file)) return [own];
  const since = current.begunAt;
  return [
    own,
    { from: join(cache, 'logs'), to: join(folder, 'servers', 'logs'), since },
    { from: join(cache, 'data'), to: join(folder, 'servers', 'data'), since },
  ];
};

const copyFolders = (folder: string): void => {
  let left = Math.min(MOST_BYTES, MOST_BYTES_OF_ALL - bytesBelow(evidenceFolder()));
  const leftOut: string[] = [];
  for (const source of sources(folder)) {
    const copied = copyFiles({ ...source, mostBytes: Math.max(0, left) });
    left -= copied.bytes;
    leftOut.push(...copied.leftOut.map((line) => join(basename(source.to), line)));
  }
  if (leftOut.length > 0) writeFileSync(join(folder, 'left-out.txt'), `${leftOut.join('\n')}\n`);
};

/**
 * Keeps what is needed to find out why something failed, at the moment of the failure, before any hook clears up: the
 * error, the seed, what processes have said, and the folders as they stand.
 */
export const keepFailure = (failure: Failure): void => {
  const folder = ownFolder(failure.file === '' ? 'unknown' : failure.file);
  writeFileSync(join(folder, 'failure.txt'), failureText(failure));
  const outputs = processOutputs();
  if (outputs.length > 0) mkdirSync(join(folder, 'processes'));
  for (const { name, text } of outputs) writeFileSync(join(folder, 'processes', `${name}.log`), text);
  if (current.failures++ < WITH_FOLDERS) copyFolders(folder);
};
