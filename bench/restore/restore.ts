import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf, secondsOf } from '../measure.js';
import { makeSource, type Source } from '../preserve/make-source.js';
import { preserve, ROUNDS } from '../preserve/preserved.js';
import { THIS } from '../versions.js';
import { peakOf } from './restored.js';

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

const shell = async (script: string, ...words: readonly string[]): Promise<void> => {
  await promisify(execFile)('/bin/sh', ['-ec', script, 'sh', ...words], { maxBuffer: 64 * MiB });
};

/** What a user would do instead with the folder that was preserved. */
const INSTEAD = 'find "$1" -type f -exec sha256sum {} + >/dev/null; cp -r "$1" "$2"; sync';

interface Measured {
  /** Seconds of each round. */
  readonly load: number[];
  readonly restored: number[];
  readonly copied: number[];
  /** The most memory of a round, in MiB. */
  readonly memory: number[];
}

/** Preserves a folder, and restores and copies it by turns on one disk. */
const measureByTurns = async (root: string, source: NamedSource): Promise<Measured> => {
  const [from, data] = [join(root, 'source'), join(root, 'data')];
  await makeSource(from, source);
  await preserve(THIS, from, data);
  await shell('sync');
  const measured: Measured = { load: [], restored: [], copied: [], memory: [] };
  const restore = async (to: string): Promise<void> => {
    measured.memory.push(await peakOf(data, 'restore', `bench/${basename(from)}`, '--to', to));
  };
  for (let round = 0; round < ROUNDS; round++) {
    const [restored, copied] = [join(root, `restored ${round}`), join(root, `copied ${round}`)];
    measured.load.push(await secondsOf(() => peakOf(data, '--version')));
    measured.copied.push(await secondsOf(() => shell(INSTEAD, from, copied)));
    if (source.files < 1_000) await rm(copied, { recursive: true });
    await shell('sync');
    measured.restored.push(await secondsOf(() => restore(restored)));
    if (source.files < 1_000) await rm(restored, { recursive: true });
    await shell('sync');
  }
  return measured;
};

const figuresOf = ({ name }: NamedSource, { load, restored, copied, memory }: Measured): readonly Figure[] => {
  const beyond = median(restored) - median(load);
  const to = `sha256sum, cp, sync, which take ${rangeOf(copied)}`;
  return [
    {
      name: `${name}: restored (${rangeOf(restored)}), beyond loading the program`,
      value: beyond * 1_000,
      unit: 'ms',
      ratio: { to, value: median(copied) / beyond, goal: GOAL },
    },
    { name: `${name}: loading the program`, value: median(load) * 1_000, unit: 'ms' },
    { name: `${name}: most memory of a restore`, value: Math.max(...memory), unit: 'MiB', atMost: MOST_MEMORY },
  ];
};

/**
 * Restores beside what a user would do instead, by turns. A restore compares each digest and syncs before it names a
 * file; cp syncs nothing, so that a `sync` ends its time.
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
      { name: name('restore'), value: await peakOf(data, 'restore', 'bench/many', '--to', to), ...memory },
      { name: name('verify'), value: await peakOf(data, 'verify', 'bench/many', to), ...memory },
    ];
  });
