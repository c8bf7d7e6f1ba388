import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median } from '../measure.js';
import { middle, writeFlatContainer, type Cost, type Creations } from './flat-container.js';

const FEW = 1_000;
const MOST = 1.2;
const TURNS = 7;
const PROGRAM = join(import.meta.dirname, 'creations-process.js');

const createIn = async (file: string): Promise<Creations> => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, file]);
  return JSON.parse(stdout) as Creations;
};

/** The middle of several processes, each of which opens the logs fresh, by turns. */
const createByTurns = async (files: readonly string[]): Promise<readonly Creations[]> => {
  const turns: Creations[][] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const creations: Creations[] = [];
    for (const file of files) creations.push(await createIn(file));
    turns.push(creations);
  }
  return files.map((_, index) => {
    const of = turns.flatMap((creations) => creations.slice(index, index + 1));
    return {
      first: middle(of.map(({ first }) => first)),
      later: middle(of.map(({ later }) => later)),
      heapMiB: median(of.map(({ heapMiB }) => heapMiB)),
    };
  });
};

/** What creations in a container of so many children cost; the ratios are to `few`, where it is given. */
const figuresOf = (children: number, creations: Creations, few: Creations | null): readonly Figure[] => {
  const of = `${children.toLocaleString('en')} children`;
  const figure = (name: string, which: 'first' | 'later', key: keyof Cost): Figure => {
    const value = creations[which][key];
    const unit = key === 'cpuMs' ? 'processor' : 'elapsed';
    const ratio = few && { to: FEW.toLocaleString('en'), value: value / few[which][key], atMost: MOST };
    return { name: `${name}, ${of}, ${unit}`, value: value * 1000, unit: 'µs', ...(ratio && { ratio }) };
  };
  return [
    ...(['cpuMs', 'elapsedMs'] as const).flatMap((key) => [
      figure('the first container created in a process', 'first', key),
      figure('a later container created', 'later', key),
    ]),
    { name: `memory for 52 creations, ${of}`, value: creations.heapMiB * 1024, unit: 'KiB' },
  ];
};

/** What it costs to create a container in one with many children, beside one with a thousand. */
export const containersBench = (children: number): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const [fewFile, manyFile] = [join(folder, 'few.db'), join(folder, 'many.db')];
    await writeFlatContainer(fewFile, FEW);
    await writeFlatContainer(manyFile, children);
    const [few, many] = (await createByTurns([fewFile, manyFile])) as [Creations, Creations];
    return [...figuresOf(FEW, few, null), ...figuresOf(children, many, few)];
  });
