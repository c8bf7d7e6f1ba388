import { activityBench } from './activity.js';
import { exportsBench, largeExportsBench } from './exports/exports.js';
import { depositsBench } from './deposits/deposits.js';
import { eventStoreBench } from './event-store.js';
import { figureLine, type Figure } from './figure.js';
import { formatYamlBench } from './format-yaml.js';
import { historyBench } from './history.js';
import { hotFileBench } from './requests/hot-file.js';
import { iiifBench } from './iiif.js';
import { importsBench, largeImportsBench, manyGroupsBench } from './imports/imports.js';
import { logBench } from './log/log.js';
import { mainJobBench } from './main-job.js';
import { manyPathsBench } from './requests/many-paths.js';
import { metsBench } from './mets.js';
import { pipelineBench } from './pipeline/pipeline.js';
import { preserveBench, preserveGrowthBench, startBench } from './preserve/preserve.js';
import { servedMeanwhileBench } from './preserve/served-meanwhile.js';
import { readBench } from './read/read.js';
import { replayBench } from './replay.js';
import { refreshBench } from './refresh.js';
import { searchBench } from './search/search.js';
import { viewsBench } from './views.js';

type Bench = () => Promise<readonly Figure[]>;

/** The benches by name: `npm run bench -- events`. */
const BENCHES: Readonly<Record<string, Bench>> = {
  events: eventStoreBench,
  replay: replayBench,
  history: historyBench,
  'main-job': mainJobBench,
  views: viewsBench,
  start: startBench,
  'hot-file': hotFileBench,
  'format-yaml': formatYamlBench,
  imports: importsBench,
  exports: exportsBench,
  mets: async () => [...(await metsBench()), ...(await refreshBench())],
};

/** Benches that take many minutes and run only when they are named. */
const LONG: Readonly<Record<string, Bench>> = {
  'large-imports': largeImportsBench,
  'large-exports': largeExportsBench,
  activity: activityBench,
  deposits: depositsBench,
  'many-groups': manyGroupsBench,
  'many-paths': manyPathsBench,
  iiif: iiifBench,
  log: logBench,
  pipeline: pipelineBench,
  preserve: preserveBench,
  'preserve-growth': preserveGrowthBench,
  'preserve-served': servedMeanwhileBench,
  read: readBench,
  search: searchBench,
};

const chosen = process.argv.slice(2);
const known = { ...BENCHES, ...LONG };
const unknown = chosen.filter((name) => !Object.hasOwn(known, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(known).sort().join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(chosen.length === 0 ? BENCHES : known)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\n${name}`);
    for (const figure of await bench()) console.log(figureLine(figure));
  }
}
