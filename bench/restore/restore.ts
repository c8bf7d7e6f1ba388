import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf } from '../measure.js';
import { makeSource, type Source } from '../preserve/make-source.js';
import { preserve, ROUNDS } from '../preserve/preserved.js';
import { spentByScript, type Spent } from '../spent.js';
import { THIS } from '../versions.js';
import { costOf, type VerbCost } from './restored.js';

const MiB = 1024 ** 2;
const MOST_MEMORY = 300;
const GOAL = 0.8;

interface NamedSource extends Source {
  readonly name: string;
}

const SOURCES: readonly NamedSource[] = [
  { name: '10,000 files of 10 KB', files: 10_000, bytes: 10_000, perFolder: 100 },
  { name: '4 files of 256 MB', files: 4, bytes: 256 * MiB, perFolder: 4 },
];

/** What a user would do instead with the folder that was preserved. */
const INSTEAD = 'find "$1" -type f -exec sha256sum {} + >/dev/null; cp -r "$1" "$2"; sync';

/** What was measured in each round. */
interface Measured {
  readonly load: VerbCost[];
  readonly restored: VerbCost[];
  readonly copied: Spent[];
}

/** Preserves a folder, and restores and copies it by turns on one disk. */
const measureByTurns = async (root: string, source: NamedSource): Promise<Measured> => {
  const [from, data] = [join(root, 'source'), join(root, 'data')];
  await makeSource(from, source);
  await preserve(THIS, from, data);
  const settle = async (written: string): Promise<void> => {
    if (source.files < 1_000) await rm(written, { recursive: true });
    await spentByScript('sync', []);
  };
  await spentByScript('sync', []);
  const measured: Measured = { load: [], restored: [], copied: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const [restored, copied] = [join(root, `restored ${round}`), join(root, `copied ${round}`)];
    measured.load.push(await costOf(data, '--version'));
    measured.copied.push(await spentByScript(INSTEAD, [from, copied]));
    await settle(copied);
    measured.restored.push(await costOf(data, 'restore', `bench/${basename(from)}`, '--to', restored));
    await settle(restored);
  }
  return measured;
};

const secondsIn = (costs: readonly Spent[]): number[] => costs.map(({ seconds }) => seconds);
const cpuIn = (costs: readonly Spent[]): number[] => costs.map(({ cpu }) => cpu);

const figuresOf = ({ name }: NamedSource, { load, restored, copied }: Measured): readonly Figure[] => {
  const beyond = (of: typeof secondsIn): number => median(of(restored)) - median(of(load));
  const compared = (of: typeof secondsIn): { readonly to: string; readonly value: number } => ({
    to: `sha256sum, cp, sync, which take ${rangeOf(of(copied))}`,
    value: median(of(copied)) / beyond(of),
  });
  return [
    {
      name: `${name}: restored (${rangeOf(secondsIn(restored))}), beyond loading the program`,
      value: beyond(secondsIn) * 1_000,
      unit: 'ms',
      ratio: { ...compared(secondsIn), goal: GOAL },
    },
    {
      name: `${name}: processor time (${rangeOf(cpuIn(restored))}), likewise`,
      value: beyond(cpuIn) * 1_000,
      unit: 'ms',
      ratio: compared(cpuIn),
    },
    { name: `${name}: loading the program`, value: median(secondsIn(load)) * 1_000, unit: 'ms' },
    {
      name: `${name}: most memory of a restore`,
      value: Math.max(...restored.map(({ memory }) => memory)),
      unit: 'MiB',
      atMost: MOST_MEMORY,
    },
  ];
};

/**
 * Restores beside what a user would do instead, by turns. A restore compares each digest and syncs before it names a
 * file; cp syncs nothing, so that a `sync` ends its time. Where other programs have the processors, the ratio of times comes near
 * that of processor times, as the threads of a restore do not run at the same time then.
 */
export const restoreBench = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const source of SOURCES)
    figures.push(...figuresOf(source, await inFolder((root) => measureByTurns(root, source))));
  return figures;
};

/** How much memory a restore of very many files needs, and a comparison of what it has written. */
export const restoreMemoryBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const [from, data, to] = [join(root, 'many'), join(root, 'data'), join(root, 'restored')];
    await makeSource(from, { files: 100_000, bytes: 1_000, perFolder: 100 });
    await preserve(THIS, from, data);
    const name = (verb: string): string => `${verb} of 100,000 files: most memory`;
    const memory = { unit: 'MiB', atMost: MOST_MEMORY };
    return [
      { name: name('restore'), value: (await costOf(data, 'restore', 'bench/many', '--to', to)).memory, ...memory },
      { name: name('verify'), value: (await costOf(data, 'verify', 'bench/many', to)).memory, ...memory },
    ];
  });
