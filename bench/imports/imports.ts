import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { importGroup, makeContainer, openImportPlatform } from './import-platform.js';
import { inFolder } from '../in-folder.js';
import { cpuSecondsSince, median, secondsOf } from '../measure.js';
import { importFigures, measureImport } from './measured-import.js';
import { makeFiles, plannedIn } from './planned-files.js';

const importsOf = (count: number): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const [data, plan] = [join(folder, 'data'), join(folder, 'plan.ndjson')];
    const on = await openImportPlatform(data);
    await makeFiles(on, { count, plan });
    await on.platform.stop();
    return importFigures(await measureImport(data, plan), { count, where: '', to: 'bare copies in the same store' });
  });

/** An import of 10,000 files, compared with bare copies of the same files by the same store. */
export const importsBench = (): Promise<readonly Figure[]> => importsOf(10_000);

/**
 * The same with 100,000 files. ext4 does not reuse the inode of a deleted file for up to five minutes, and skips all
 * such inodes whenever a file is created: soon after very many files were deleted, this is measured instead.
 */
export const largeImportsBench = (): Promise<readonly Figure[]> => importsOf(100_000);

const SAMPLES = 15;
const FEW = 10;
const MANY = 10_000;

/** Medians of one import, in milliseconds: elapsed time, and CPU time, which other work on the machine affects less. */
interface Sampled {
  readonly wall: number;
  readonly cpu: number;
}

const sampled = async (samples: number, one: () => Promise<void>): Promise<Sampled> => {
  const [walls, cpus]: [number[], number[]] = [[], []];
  for (let count = 0; count < samples; count++) {
    const before = process.cpuUsage();
    walls.push((await secondsOf(one)) * 1_000);
    cpus.push(cpuSecondsSince(before) * 1_000);
  }
  return { wall: median(walls), cpu: median(cpus) };
};

/** The duration of an import in a repository of few groups and in one of many. */
export const manyGroupsBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const [plan, nothing] = [join(folder, 'plan.ndjson'), join(folder, 'nothing.ndjson')];
    await writeFile(nothing, '');
    const on = await openImportPlatform(join(folder, 'data'));
    await makeFiles(on, { count: 100, plan });
    await makeContainer(on, 'bench');
    let groups = 0;
    const one = (from: string): Promise<void> => importGroup(on, `bench/group-${groups++}`, plannedIn(from));
    await sampled(FEW / 2, () => one(plan)); // warm-up
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
