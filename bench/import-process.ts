import { plannedIn, copyBare, pathOf } from './planned-files.js';
import { importGroup, makeContainer, openImportPlatform } from './import-platform.js';
import { secondsOf } from './measure.js';
import { patchFile } from './patched-file.js';

/** What a process has measured that did nothing but import. */
export interface MeasuredImport {
  readonly importing: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** The longest that a timer had to wait for its turn while the import ran. */
  readonly longestStall: number;
  readonly writes: number;
  readonly deletes: number;
  readonly bodyBytes: number;
  readonly copying: number;
  readonly patching: readonly number[];
}

const PATCHES = 5;

/** Notes the longest time between two turns of a timer that wants one every few milliseconds. */
const watchStalls = (): (() => number) => {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest / 1_000;
  };
};

const measure = async (data: string, plan: string): Promise<MeasuredImport> => {
  const on = await openImportPlatform(data);
  const { counts } = on;
  await makeContainer(on, 'bench');
  const before = { ...counts };
  const cpu = process.cpuUsage();
  const stalls = watchStalls();
  const importing = await secondsOf(() => importGroup(on, 'bench/letters', plannedIn(plan)));
  const longestStall = stalls();
  const { user, system } = process.cpuUsage(cpu);
  const imported = {
    importing,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
    longestStall,
    writes: counts.writes - before.writes,
    deletes: counts.deletes - before.deletes,
    bodyBytes: counts.bodyBytes - before.bodyBytes,
  };
  const copying = await secondsOf(() => copyBare(on, plan));
  const patching: number[] = [];
  for (let patch = 0; patch < PATCHES; patch++) patching.push(await patchFile(on, 'bench/letters', pathOf(patch)));
  await on.platform.stop();
  return { ...imported, copying, patching };
};

const [data = '', plan = ''] = process.argv.slice(2);
console.log(JSON.stringify(await measure(data, plan)));
