import { openImportPlatform } from '../imports/import-platform.js';
import { cpuSecondsSince, secondsOf } from '../measure.js';

/** What the first request for a folder costs after a start, in milliseconds, with the platform in the same process. */
export interface MeasuredRestart {
  readonly elapsed: number;
  readonly processor: number;
}

const [data = '', tree = ''] = process.argv.slice(2);
const { platform, preservation } = await openImportPlatform(data);
await platform.settle();
const before = process.cpuUsage();
const elapsed =
  1_000 *
  (await secondsOf(async () => {
    const answer = await fetch(`${preservation}${tree}?path=objects`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} of ${tree}: ${text.slice(0, 1_000)}`);
  }));
const measured: MeasuredRestart = { elapsed, processor: 1_000 * cpuSecondsSince(before) };
await platform.stop();
console.log(JSON.stringify(measured));
