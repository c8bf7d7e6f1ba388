import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../servers/status.js';
import { projectRoot } from '../support/project-root.js';
import { lanes, lanesNamed, lanesOnDemand } from './catalogue.js';
import { ciCache } from './ci/ci-cache.js';
import { hasSpecs } from './lane.js';
import { runLane, runSpecLane } from './run-lane.js';
import { realServers, serversOf } from './servers.js';

/** `npm run lane -- <name> [words for mocha]`: one lane, with the servers that it needs; without a name, all names. */
const [name = '', ...words] = process.argv.slice(2);
if (name === '') {
  const rows = [...lanes, ...lanesOnDemand].map((lane) => [lane.name, `${lane.minutes} min`, lane.about]);
  process.stdout.write(table([['lane', 'budget', 'what it is'], ...rows]));
  process.exit(0);
}
const [lane] = lanesNamed([name]);
if (lane === undefined) throw new RangeError(`there is no lane ${name}`);

const environment: Record<string, string | undefined> = { ...process.env };
const cache = ciCache(environment);
mkdirSync(cache, { recursive: true });
const evidence = mkdtempSync(join(tmpdir(), 'muniment-evidence-'));
const work = mkdtempSync(join(tmpdir(), 'muniment-lane-'));
const servers = realServers(environment, (line) => process.stderr.write(`${line}\n`));
const context = {
  project: projectRoot,
  work,
  evidence,
  cache,
  environment,
  hear: (text: string | Buffer) => process.stdout.write(text),
  minutesLeft: () => Infinity,
};
try {
  const isWhole = await servers.start(serversOf([lane]));
  const result = hasSpecs(lane) ? await runSpecLane({ lane, name, words }, context) : await runLane(lane, context);
  const failure = 'files' in result ? result.crash : result.failure;
  if (failure !== null) console.error(`${name}: ${failure}`);
  const failed = 'files' in result && result.files.some((file) => file.failed > 0);
  process.exitCode = isWhole && failure === null && !failed ? 0 : 1;
} finally {
  await servers.stop();
  rmSync(work, { recursive: true, force: true });
  if (existsSync(join(evidence, name))) console.error(`Evidence of what failed: ${join(evidence, name)}`);
  else rmdirSync(evidence);
}
