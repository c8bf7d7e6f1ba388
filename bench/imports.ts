import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figure } from './figure.js';
import type { MeasuredImport } from './import-process.js';
import { importGroup, makeContainer, openImportPlatform } from './import-platform.js';
import { median, secondsOf } from './measure.js';
import { makeFiles, plannedIn } from './planned-files.js';

const FILE_BYTES = 10_000;
const MEBIBYTE = 1024 * 1024;

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The import has a process of its own, so that its memory and its time are not those of making the files. */
const measured = (count: number): Promise<MeasuredImport> =>
  inFolder(async (folder) => {
    const [data, plan] = [join(folder, 'data'), join(folder, 'plan.ndjson')];
    const on = await openImportPlatform(data);
    await makeFiles(on, { count, bytes: FILE_BYTES, plan });
    await on.platform.stop();
    const program = fileURLToPath(new URL('import-process.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program, data, plan]);
    return JSON.parse(stdout) as MeasuredImport;
  });

const importsOf = async (count: number): Promise<readonly Figure[]> => {
  const it = await measured(count);
  const name = `import of ${count.toLocaleString('en')} files of 10 KB`;
  const [importing, copying] = [count / it.importing, count / it.copying];
  const to = 'bare copies in the same store';
  const seconds = { value: it.importing, unit: 's', atMost: Math.ceil(it.copying / 0.8 + 20) };
  return [
    { name, value: importing, unit: 'files/s', ratio: { to, value: importing / copying, goal: 0.8 } },
    { name: `${name}: ${to}`, value: copying, unit: 'files/s' },
    { name: `${name}: wall time`, ...seconds },
    { name: `${name}: CPU time`, value: it.cpuSeconds, unit: 's' },
    { name: `${name}: peak memory`, value: it.peakBytes / MEBIBYTE, unit: 'MiB', atMost: 512 },
    { name: `${name}: longest wait of a timer`, value: it.longestStall * 1_000, unit: 'ms', atMost: 100 },
    { name: `${name}: writes beside one a file`, value: it.writes - count, unit: 'requests', atMost: 8 },
    { name: `${name}: deletes`, value: it.deletes, unit: 'requests' },
    { name: `${name}: bytes of files through this process`, value: it.bodyBytes, unit: 'bytes', atMost: 0 },
    {
      name: `one file of ${count.toLocaleString('en')} patched by a posted job`,
      value: median(it.patching) * 1_000,
      unit: 'ms',
      atMost: 2_000,
    },
  ];
};

/** An import of 10,000 files, beside bare copies of the same files by the same store. */
export const importsBench = (): Promise<readonly Figure[]> => importsOf(10_000);

/** The same with 100,000 files. */
export const largeImportsBench = (): Promise<readonly Figure[]> => importsOf(100_000);

const SAMPLES = 15;
const FEW = 10;
const MANY = 10_000;

/** Medians of one import: milliseconds by the clock, and of CPU time, which other work on the machine touches less. */
interface Sampled {
  readonly wall: number;
  readonly cpu: number;
}

const sampled = async (samples: number, one: () => Promise<void>): Promise<Sampled> => {
  const [walls, cpus]: [number[], number[]] = [[], []];
  for (let count = 0; count < samples; count++) {
    const before = process.cpuUsage();
    walls.push((await secondsOf(one)) * 1_000);
    const { user, system } = process.cpuUsage(before);
    cpus.push((user + system) / 1_000);
  }
  return { wall: median(walls), cpu: median(cpus) };
};

/** What an import takes in a repository of few groups and in one of many. */
export const manyGroupsBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const [plan, nothing] = [join(folder, 'plan.ndjson'), join(folder, 'nothing.ndjson')];
    await writeFile(nothing, '');
    const on = await openImportPlatform(join(folder, 'data'));
    await makeFiles(on, { count: 100, bytes: FILE_BYTES, plan });
    await makeContainer(on, 'bench');
    let groups = 0;
    const one = (from: string): Promise<void> => importGroup(on, `bench/group-${groups++}`, plannedIn(from));
    await sampled(FEW / 2, () => one(plan)); // a process that has just begun is slow
    while (groups < FEW) await one(nothing);
    const few = await sampled(SAMPLES, () => one(plan));
    while (groups < MANY) await one(nothing);
    const many = await sampled(SAMPLES, () => one(plan));
    await on.platform.stop();
    return (['wall', 'cpu'] as const).flatMap((kind): Figure[] => {
      const name = `import of 100 files, ${kind === 'wall' ? 'wall' : 'CPU'} time, among`;
      const ratio = { to: `that among ${FEW}`, value: many[kind] / few[kind], atMost: 1.2 };
      return [
        { name: `${name} ${FEW} groups`, value: few[kind], unit: 'ms' },
        { name: `${name} ${MANY.toLocaleString('en')} groups`, value: many[kind], unit: 'ms', ratio },
      ];
    });
  });
