import { exportGroup } from '../../commands/processes/exports/export-group.js';
import { readExport } from '../../commands/reads/read-export.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { valueOf } from '../../test/support/value-of.js';
import {
  benchIntent,
  importGroup,
  makeContainer,
  openImportPlatform,
  type ImportPlatform,
} from '../imports/import-platform.js';
import { plannedIn } from '../imports/planned-files.js';
import { cpuSecondsSince, secondsOf } from '../measure.js';
import type { MeasuredServer } from '../measured-server.js';
import { copyBare } from '../services/bare-copies.js';
import { watchStalls } from '../stall-watch.js';

/** The measurements of a process that only exports. */
export interface MeasuredExport {
  readonly files: number;
  readonly exporting: number;
  readonly copying: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** The longest delay of a timer during the export, in seconds. */
  readonly longestStall: number;
  readonly reads: number;
  readonly writes: number;
  readonly bodyBytes: number;
}

const GROUP = 'bench/letters';
/** The concurrency of an exporter. */
const CONCURRENCY = 64;

/** Makes the archival group that is exported by another process. */
const prepare = async (data: string, plan: string, server: MeasuredServer | null): Promise<void> => {
  const on = await openImportPlatform(data, server);
  await makeContainer(on, 'bench');
  await importGroup(on, GROUP, plannedIn(plan));
  await on.platform.stop();
};

/** The keys of the content in the repository. */
const contentKeys = async ({ dependencies, buckets }: ImportPlatform): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of dependencies.bytes.list(buckets.repository, ''))
    if (key.includes('/content/objects/')) keys.push(key);
  return keys;
};

/** Copies the same bytes by the store of the data folder, or by the SDK alone. */
const copyAll = async (on: ImportPlatform, server: MeasuredServer | null): Promise<number> => {
  const keys = await contentKeys(on);
  const { repository, workspace } = on.buckets;
  if (server !== null) {
    const to = { bucket: workspace, prefix: 'bare/' };
    return copyBare(server.server, { from: { bucket: repository, keys }, to, looking: server.looking });
  }
  return secondsOf(() =>
    forEachConcurrently(keys, { width: CONCURRENCY }, async (key) => {
      await on.dependencies.bytes.copy({ bucket: repository, key }, { bucket: workspace, key: `bare/${key}` });
    }),
  );
};

/** Requests an export like a gateway, and waits until the platform is idle. */
const runExport = async ({ platform, dependencies, buckets }: ImportPlatform): Promise<number> => {
  const wanted = { archivalGroup: GROUP, version: null, declared: {} };
  const destination = { bucket: buckets.workspace, prefix: 'exports/letters/' };
  const { exportId } = valueOf(await exportGroup(dependencies, benchIntent(), { ...wanted, destination }));
  await platform.settle();
  const ended = await readExport(dependencies.events, exportId);
  if (ended?.status !== 'finished' || ended.failures > 0) throw new Error(`the export is ${JSON.stringify(ended)}`);
  return ended.files;
};

const measure = async (data: string, server: MeasuredServer | null): Promise<MeasuredExport> => {
  const on = await openImportPlatform(data, server);
  // The first request waits until the validators of both interfaces are compiled, which is no part of an export.
  await fetch(on.preservation);
  const { counts } = on;
  const before = { ...counts };
  const cpu = process.cpuUsage();
  const stalls = watchStalls();
  let files = 0;
  const exporting = await secondsOf(async () => {
    files = await runExport(on);
  });
  const longestStall = stalls();
  const cpuSeconds = cpuSecondsSince(cpu);
  const exported = {
    files,
    exporting,
    cpuSeconds,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
    longestStall,
    reads: counts.reads - before.reads,
    writes: counts.writes - before.writes,
    bodyBytes: counts.bodyBytes - before.bodyBytes,
  };
  const copying = await copyAll(on, server);
  await on.platform.stop();
  return { ...exported, copying };
};

const [what = '', data = '', plan = '', given = 'null'] = process.argv.slice(2);
const server = JSON.parse(given) as MeasuredServer | null;
if (what === 'prepare') await prepare(data, plan, server);
else console.log(JSON.stringify(await measure(data, server)));
