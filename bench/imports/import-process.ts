import { importGroup, makeContainer, openImportPlatform, type ImportPlatform } from './import-platform.js';
import { cpuSecondsSince, secondsOf } from '../measure.js';
import { watchStalls } from '../stall-watch.js';
import { copyBare as copyByClient } from './bare-copies.js';
import type { MeasuredServer } from './measured-server.js';
import { patchFile } from './patched-file.js';
import { copyBare, pathOf, plannedIn } from './planned-files.js';

/** The measurements of a process that only imports. */
export interface MeasuredImport {
  readonly importing: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** The longest delay of a timer during the import, in milliseconds. */
  readonly longestStall: number;
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
  readonly bodyBytes: number;
  readonly copying: number;
  readonly patching: readonly number[];
}

const GROUP = 'bench/letters';
const PATCHES = 5;

/** Copies the same bytes by the store of the data folder, or by the SDK alone. */
const copyAll = async (on: ImportPlatform, plan: string, server: MeasuredServer | null): Promise<number> => {
  if (server === null) return secondsOf(() => copyBare(on, plan));
  const { workspace, repository } = on.buckets;
  const keys: string[] = [];
  for (const { origin } of await plannedIn(plan)) if (origin !== undefined) keys.push(origin.key);
  const [from, to] = [
    { bucket: workspace, keys },
    { bucket: repository, prefix: 'bare/' },
  ];
  return copyByClient(server.server, { from, to, looking: server.looking });
};

const measure = async (data: string, plan: string, server: MeasuredServer | null): Promise<MeasuredImport> => {
  const on = await openImportPlatform(data, server);
  const { counts } = on;
  const planned = await plannedIn(plan);
  await makeContainer(on, 'bench');
  const before = { ...counts };
  const cpu = process.cpuUsage();
  const stalls = watchStalls();
  const importing = await secondsOf(() => importGroup(on, GROUP, planned));
  const longestStall = stalls();
  const cpuSeconds = cpuSecondsSince(cpu);
  const imported = {
    importing,
    cpuSeconds,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
    longestStall,
    reads: counts.reads - before.reads,
    writes: counts.writes - before.writes,
    deletes: counts.deletes - before.deletes,
    bodyBytes: counts.bodyBytes - before.bodyBytes,
  };
  const copying = await copyAll(on, plan, server);
  const patching: number[] = [];
  for (let patch = 0; patch < PATCHES; patch++) patching.push(await patchFile(on, GROUP, pathOf(patch)));
  await on.platform.stop();
  return { ...imported, copying, patching };
};

const [data = '', plan = '', server = 'null'] = process.argv.slice(2);
console.log(JSON.stringify(await measure(data, plan, JSON.parse(server) as MeasuredServer | null)));
