import { containersBench } from './containers/containers.js';
import { depositsBench } from './deposits/deposits.js';
import { downloadBench } from './download/download.js';
import { figureLine, type Figure } from './figure.js';
import { importsBench } from './imports/imports.js';
import { logBench } from './log/log.js';
import { lookBench } from './look/look.js';
import { metsBench } from './mets/mets.js';
import { millionBench } from './million/million.js';
import { preserveGrowthBench } from './preserve/growth.js';
import { preserveBench } from './preserve/preserve.js';
import { startBench } from './preserve/start.js';
import { queueBench } from './queue/queue.js';
import { restoreBench, restoreMemoryBench } from './restore/restore.js';
import { searchBench } from './search/search.js';
import { treesBench } from './trees/trees.js';
import { viewsBench } from './views/views.js';

type Bench = () => Promise<readonly Figure[]>;

/** The benches by name: `npm run bench -- preserve`. */
const BENCHES: Readonly<Record<string, Bench>> = {
  start: startBench,
  preserve: preserveBench,
  'preserve-growth': preserveGrowthBench,
  imports: () => importsBench(10_000),
  'large-imports': () => importsBench(100_000),
  mets: metsBench,
  deposits: depositsBench,
  queue: queueBench,
  download: downloadBench,
  search: searchBench,
  log: logBench,
  look: lookBench,
  trees: treesBench,
  views: viewsBench,
  containers: () => containersBench(100_000),
  'million-children': () => containersBench(1_000_000),
  restore: restoreBench,
  'restore-memory': restoreMemoryBench,
  million: () => millionBench(),
};

/** Benches that take many minutes and run only when they are named. */
const LONG: ReadonlySet<string> = new Set([
  'preserve-growth',
  'large-imports',
  'search',
  'restore-memory',
  'trees',
  'views',
  'million',
  'million-children',
]);

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).sort().join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (chosen.length === 0 ? LONG.has(name) : !chosen.includes(name)) continue;
    console.log(`\n${name}`);
    for (const figure of await bench()) console.log(figureLine(figure));
  }
}
