import { cpuSecondsSince, secondsOf } from '../measure.js';
import { openImportPlatform } from '../imports/import-platform.js';
import { generate } from './generate.js';

/** What a generated platform costs before it is used. */
export interface Generated {
  readonly facts: number;
  readonly bytes: number;
  readonly writingSeconds: number;
  /** Until its first start had built every view and the search index of deposits. */
  readonly buildingSeconds: number;
  readonly buildingCpuSeconds: number;
}

const [data = '', count = ''] = process.argv.slice(2);
let facts = 0;
const writingSeconds = await secondsOf(async () => {
  facts = await generate(data, Number(count));
});
const before = process.cpuUsage();
const buildingSeconds = await secondsOf(async () => {
  const { platform } = await openImportPlatform(data);
  await platform.settle();
  await platform.stop();
});
const generated: Generated = {
  ...{ facts, bytes: 0, writingSeconds, buildingSeconds },
  buildingCpuSeconds: cpuSecondsSince(before),
};
process.stdout.write(`${JSON.stringify(generated)}\n`);
