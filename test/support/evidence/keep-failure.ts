import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { inspect } from 'node:util';
import { SEED } from '../random/seed.js';
import { projectRoot } from '../project-root.js';
import { evidenceFolder } from './places.js';
import { forgetEndedProcesses, processOutputs } from './process-output.js';

/** A test, or a hook, that has failed. */
export interface Failure {
  readonly file: string;
  readonly title: string;
  readonly error: unknown;
}

let current = '';

/** Called when the specs of a file begin: what processes of others have said is not theirs. */
export const beginFile = (file: string): void => {
  if (file !== current) forgetEndedProcesses();
  current = file;
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
    ...processOutputs(),
  ].join('\n');

const ownFile = (file: string): string => {
  const name = basename(file).replace(/(\.spec)?\.[cm]?[jt]s$/, '');
  for (let number = 1; ; number++) {
    const path = join(evidenceFolder(), `${name}-${number}.txt`);
    if (!existsSync(path)) return path;
  }
};

/** Writes what is known of a failure: the error, the seed, and what the processes have said that the spec started. */
export const keepFailure = (failure: Failure): void => {
  mkdirSync(evidenceFolder(), { recursive: true });
  writeFileSync(ownFile(failure.file === '' ? 'unknown' : failure.file), failureText(failure));
};
