import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { measureCreations, writeFlatContainer, type Cost } from './flat-container.js';

const FEW = 1_000;
const MOST = 1.2;

/** What it costs to create a container in one with many children, beside one with a thousand. */
export const containersBench = (children: number): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    await writeFlatContainer(join(folder, 'warm-up.db'), 10);
    await measureCreations(join(folder, 'warm-up.db'));
    const measured = new Map<number, Awaited<ReturnType<typeof measureCreations>>>();
    for (const count of [FEW, children]) {
      const file = join(folder, `${count}.db`);
      await writeFlatContainer(file, count);
      measured.set(count, await measureCreations(file));
    }
    const figures: Figure[] = [];
    for (const [count, { first, later, heapMiB }] of measured) {
      const of = `${count.toLocaleString('en')} children`;
      const beside = measured.get(FEW) ?? { first, later };
      const figure = (name: string, cost: Cost, few: Cost, key: keyof Cost): Figure => ({
        name: `${name}, ${of}, ${key === 'cpuMs' ? 'processor' : 'elapsed'}`,
        value: cost[key] * 1000,
        unit: 'µs',
        ...(count === FEW
          ? {}
          : { ratio: { to: FEW.toLocaleString('en'), value: cost[key] / few[key], atMost: MOST } }),
      });
      for (const key of ['cpuMs', 'elapsedMs'] as const) {
        figures.push(figure('the first container created in a process', first, beside.first, key));
        figures.push(figure('a later container created', later, beside.later, key));
      }
      figures.push({ name: `memory for 52 creations, ${of}`, value: heapMiB * 1024, unit: 'KiB' });
    }
    return figures;
  });
