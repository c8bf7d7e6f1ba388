import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.js';
import { mutationConfig } from './mutation-config.js';

/**
 * `npm run mutate [-- commands/deposit 'formats/mets/ids/*.ts']`: changes these sources in small ways, one after the
 * other, and tells which changes no spec notices. Stryker is no dependency: its 160 packages (78 MB) would come with
 * every `npm ci`, and it is run by hand. 9.6 is the last that runs on Node 20.
 */
const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@12.0.3'];

const folder = join(projectRoot, '.build');
mkdirSync(folder, { recursive: true });
const config = join(folder, 'stryker.config.json');
writeFileSync(config, JSON.stringify(mutationConfig(process.argv.slice(2))));
const words = ['exec', '--yes', ...packages.map((name) => `--package=${name}`), '--', 'stryker', 'run', config];
const child = spawn('npm', words, { cwd: projectRoot, stdio: 'inherit' });
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
