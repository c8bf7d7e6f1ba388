import { cpuSecondsSince, secondsOf } from '../measure.js';
import { openImportPlatform, type Servers } from '../imports/import-platform.js';
import type { Counts } from './generated.js';
import { generate } from './generate.js';
import { untilBuilt } from './until-built.js';

/** What a generated platform costs before it is used. */
export interface Generated {
  readonly facts: number;
  readonly writingSeconds: number;
  /** Until its first start had built every view and the search index of deposits. */
  readonly buildingSeconds: number;
  readonly buildingCpuSeconds: number;
}

const [data = '', counts = '', servers = ''] = process.argv.slice(2);
const on = JSON.parse(servers) as Servers | null;
let facts = 0;
const writingSeconds = await secondsOf(async () => {
  facts = await generate(data, JSON.parse(counts) as Counts, on);
});
const before = process.cpuUsage();
const buildingSeconds = await secondsOf(async () => {
  const opened = await openImportPlatform(data, on);
  await untilBuilt(opened);
  await opened.platform.settle();
  await opened.platform.stop();
});
const generated: Generated = {
  ...{ facts, writingSeconds, buildingSeconds },
  buildingCpuSeconds: cpuSecondsSince(before),
};
process.stdout.write(`${JSON.stringify(generated)}\n`);
