import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEMORY_SETTING, memoryFolder } from '../support/evidence/memory-folder.js';
import { projectRoot } from '../support/project-root.js';
import { lanesNamed } from './catalogue.js';
import { ciCache } from './ci/ci-cache.js';
import { runCi } from './ci/run-ci.js';
import { realServers } from './servers.js';

/**
 * What `.ci/run` does once the project is installed and compiled: all lanes, or those that the words name. 0: nothing
 * failed; 10: something did, and the last line counts it; anything else: there is no verdict.
 */
const LONGEST_MINUTES = 82;
const FAILED = 10;

const environment: Record<string, string | undefined> = { ...process.env };
const cache = ciCache(environment);
environment['MUNIMENT_SERVICES_CACHE'] ??= join(cache, 'services');
environment['MUNIMENT_TEST_SEED'] ??= String(Date.now() % 1_000_000); // a second try makes the same choices
const beganMinutes = Number(environment['MUNIMENT_CI_BEGAN_SECONDS'] ?? 0) / 60;

const given = environment['MUNIMENT_TEST_EVIDENCE'] ?? '';
for (const folder of [cache, ...(given === '' ? [] : [given])]) mkdirSync(folder, { recursive: true });
const evidence = mkdtempSync(join(given === '' ? tmpdir() : given, 'muniment-evidence-'));
const work = mkdtempSync(join(tmpdir(), 'muniment-ci-'));
chmodSync(work, 0o755); // some specs work as another user
const memory = memoryFolder(environment);
const inMemory = memory === null ? '' : mkdtempSync(join(memory, 'muniment-ci-'));
if (inMemory !== '') chmodSync(inMemory, 0o755);
environment[MEMORY_SETTING] = inMemory;
environment['TMPDIR'] = join(work, 'tmp');
mkdirSync(environment['TMPDIR']);

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

const hear = (text: string | Buffer): boolean => process.stdout.write(text);
const servers = realServers(environment, (line) => hear(`${line}\n`));
hear(`The seed of all choices by chance: MUNIMENT_TEST_SEED=${environment['MUNIMENT_TEST_SEED']}\n`);
try {
  await servers.stopLeftovers();
  const isFine = await runCi({
    lanes: lanesNamed(process.argv.slice(2)),
    project: projectRoot,
    work,
    evidence,
    cache,
    environment,
    servers,
    beganMinutes,
    hear,
    minutesLeft: () => (state.isOver ? 0 : Math.max(0, LONGEST_MINUTES - beganMinutes - performance.now() / 60_000)),
  });
  process.exitCode = isFine ? 0 : FAILED;
} finally {
  await servers.stop();
  rmSync(work, { recursive: true, force: true });
  if (inMemory !== '') rmSync(inMemory, { recursive: true, force: true });
  removeIfEmpty(evidence);
}
