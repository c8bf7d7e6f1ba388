import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../support/project-root.js';

export interface SpecRun {
  /** The folder of the compiled project whose specs are run. */
  readonly compiled: string;
  /** Spec files or patterns. */
  readonly specs: readonly string[];
  readonly settings: NodeJS.ProcessEnv;
  /** What mocha loads beside. */
  readonly require?: readonly string[];
}

/** Random choices are the same in each run, and random tests have their whole depth. */
const REPEATABLE = { MUNIMENT_TEST_SEED: '1', MUNIMENT_TEST_DEPTH: '1' };

const REQUIRED = ['support/evidence/in-memory.js', 'support/current-test.js'];

interface Report {
  readonly failures: readonly { readonly fullTitle: string }[];
}

const firstFailureIn = (report: string): string | undefined =>
  (JSON.parse(readFileSync(report, 'utf8')) as Report).failures[0]?.fullTitle;

/** Runs specs on switched sources until one fails. Answers its title, or what mocha says where it ended by itself. */
export const failureOf = async ({ compiled, specs, settings, require = [] }: SpecRun): Promise<string | null> => {
  const inTests = (path: string): string => join(compiled, 'test', path);
  const report = `${compiled}-${settings['MUNIMENT_TEST_TAKEN_OUT'] ?? 'all'}.json`;
  const words = [
    ...['--no-config', '--exit', '--bail', '--timeout', '120000'],
    ...['--reporter', 'json', '--reporter-option', `output=${report}`],
    ...[...REQUIRED, ...require].flatMap((path) => ['--require', inTests(path)]),
  ];
  const child = spawn(process.execPath, [join(projectRoot, 'node_modules/mocha/bin/mocha.js'), ...words, ...specs], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...REPEATABLE,
      ...settings,
      NODE_OPTIONS: `--import=${pathToFileURL(inTests('checks/syncs/switch-syncs.js')).href}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [said, [code]] = await Promise.all([text(child.stderr), ended]);
  try {
    if (code === 0) return null;
    return firstFailureIn(report) ?? said;
  } catch {
    return said.trim() === '' ? `mocha ended with ${code}` : said.trim();
  } finally {
    rmSync(report, { force: true });
  }
};
