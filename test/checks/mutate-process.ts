import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.js';
import { mutationConfig } from './mutation-config.js';
import { takeSyncsOut } from './syncs/take-syncs-out.js';

/** Stryker is no dependency: its 160 packages (78 MB) would come with every `npm ci`. 9.6 is the last that runs on Node 20. */
const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@12.0.3'];

/** Answers the code that Stryker ends with. */
const changeInSmallWays = async (paths: readonly string[]): Promise<number> => {
  const folder = join(projectRoot, '.build');
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'stryker.config.json');
  writeFileSync(config, JSON.stringify(mutationConfig(paths)));
  const words = ['exec', '--yes', ...packages.map((name) => `--package=${name}`), '--', 'stryker', 'run', config];
  const child = spawn('npm', words, { cwd: projectRoot, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};

/**
 * `npm run mutate [-- commands/deposit 'formats/mets/ids/*.ts']`: changes these sources in small ways, one after the
 * other, and tells which changes no spec notices. `npm run mutate -- syncs` takes the syncs of the embedded stores out.
 */
const words = process.argv.slice(2);
const tell = (line: string): void => void process.stdout.write(`${line}\n`);
if (words.join(' ') !== 'syncs') process.exitCode = await changeInSmallWays(words);
else process.exitCode = (await takeSyncsOut(tell)) ? 0 : 1;
