import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { BEFORE, THIS, type Version } from '../versions.js';
import { makeSource } from './make-source.js';
import { cpuOf, preserve, sumOf } from './preserved.js';

interface PerFile {
  readonly cpu: number;
  readonly written: number;
}

/** Processor time and written bytes of the phases that go over all files, for each file. */
const perFile = async (root: string, version: Version, files: number): Promise<PerFile> => {
  const { phases } = await preserve(version, join(root, `${files}`), join(root, `${version.name} ${files}`));
  const over = phases.filter(({ phase }) => phase !== 'start');
  return { cpu: cpuOf(over) / files, written: sumOf(over, ({ written }) => written) / files };
};

/** Whether a file of 100,000 costs more than one of 1,000, and than one of the version before. */
export const preserveGrowthBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const [few, many] = [1_000, 100_000];
    for (const files of [few, many]) await makeSource(join(root, `${files}`), { files, bytes: 10_000, perFolder: 100 });
    const old = BEFORE === null ? null : await perFile(root, BEFORE, many);
    const [ofFew, ofMany] = [await perFile(root, THIS, few), await perFile(root, THIS, many)];
    const to = 'the same for one of 1,000 files';
    const cpu = { name: 'processor time for one of 100,000 files of 10 KB', value: ofMany.cpu * 1e6, unit: 'µs' };
    const written = { name: 'bytes written for one of 100,000 files of 10 KB', value: ofMany.written, unit: 'bytes' };
    const before = { to: 'that of the version before', value: ofMany.cpu / (old?.cpu ?? NaN), atMost: 0.7 };
    return [
      { ...cpu, ratio: { to, value: ofMany.cpu / ofFew.cpu, atMost: 1 } },
      { ...written, ratio: { to, value: ofMany.written / ofFew.written, atMost: 1.1 } },
      ...(old === null ? [] : [{ ...cpu, ratio: before }]),
    ];
  });
