import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEMORY_SETTING, memoryFolder } from '../support/evidence/memory-folder.js';
import { projectRoot } from '../support/project-root.js';
import { ciCache } from './ci-cache.js';
import { commandsNamed } from './commands.js';
import { runCommands } from './run-commands.js';

/**
 * What `.ci/run` does once the project is installed and compiled: all commands, or those that the words name. 0: nothing
 * failed; 10: something did, and the last line counts it; anything else: there is no verdict.
 */
const LONGEST_MINUTES = 82;
const FAILED = 10;

const beganMinutes = Number(process.env['MUNIMENT_CI_BEGAN_SECONDS'] ?? 0) / 60;
const cache = ciCache(process.env);
const given = process.env['MUNIMENT_TEST_EVIDENCE'] ?? '';
for (const folder of [cache, ...(given === '' ? [] : [given])]) mkdirSync(folder, { recursive: true });
const evidence = mkdtempSync(join(given === '' ? tmpdir() : given, 'muniment-evidence-'));
const work = mkdtempSync(join(tmpdir(), 'muniment-ci-'));
const memory = memoryFolder(process.env);
const inMemory = memory === null ? '' : mkdtempSync(join(memory, 'muniment-ci-'));
for (const folder of [work, inMemory]) if (folder !== '') chmodSync(folder, 0o755); // some specs work as another user
const environment = {
  MUNIMENT_SERVICES_CACHE: join(cache, 'services'),
  MUNIMENT_TEST_SEED: String(Date.now() % 1_000_000), // a second try makes the same choices
  ...process.env,
  CACHE: cache,
  TMPDIR: join(work, 'tmp'),
  [MEMORY_SETTING]: inMemory,
};
mkdirSync(environment.TMPDIR);

/** Whoever is asked to end has no time left. */
const state = { isOver: false };
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (state.isOver = true));

const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // evidence that there is stays
  }
};

const hear = (text: string): boolean => process.stdout.write(text);
hear(`The seed of all choices by chance: MUNIMENT_TEST_SEED=${environment.MUNIMENT_TEST_SEED}\n`);
try {
  const isFine = await runCommands({
    commands: commandsNamed(process.argv.slice(2)),
    project: projectRoot,
    work,
    evidence,
    environment,
    beganMinutes,
    hear,
    minutesLeft: () => (state.isOver ? 0 : Math.max(0, LONGEST_MINUTES - beganMinutes - performance.now() / 60_000)),
  });
  process.exitCode = isFine ? 0 : FAILED;
} finally {
  for (const folder of [work, inMemory]) if (folder !== '') rmSync(folder, { recursive: true, force: true });
  removeIfEmpty(evidence);
}
