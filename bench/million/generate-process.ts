import { pause } from '../../flow/pause.js';
import { cpuSecondsSince, secondsOf } from '../measure.js';
import { openImportPlatform } from '../imports/import-platform.js';
import type { Counts } from './generated.js';
import { generate } from './generate.js';

/** What a generated platform costs before it is used. */
export interface Generated {
  readonly facts: number;
  readonly writingSeconds: number;
  /** Until its first start had built every view and the search index of deposits. */
  readonly buildingSeconds: number;
  readonly buildingCpuSeconds: number;
}

/** Each of them is answered with 503 until what it reads is built. */
const BUILT = ['/deposits', '/jobs', '/children', '/agents', '/search?text=box'];
const POLL_MS = 1_000;
const UNAVAILABLE = 503;

const isBuilt = async (preservation: string): Promise<boolean> => {
  for (const path of BUILT) {
    const { status, body } = await fetch(preservation + path);
    await body?.cancel();
    if (status === UNAVAILABLE) return false;
  }
  return true;
};

const [data = '', counts = ''] = process.argv.slice(2);
let facts = 0;
const writingSeconds = await secondsOf(async () => {
  facts = await generate(data, JSON.parse(counts) as Counts);
});
const before = process.cpuUsage();
const buildingSeconds = await secondsOf(async () => {
  const { platform, preservation } = await openImportPlatform(data);
  while (!(await isBuilt(preservation))) await pause(POLL_MS);
  await platform.settle();
  await platform.stop();
});
const generated: Generated = {
  ...{ facts, writingSeconds, buildingSeconds },
  buildingCpuSeconds: cpuSecondsSince(before),
};
process.stdout.write(`${JSON.stringify(generated)}\n`);
