import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf, secondsOf } from '../measure.js';
import { BEFORE, THIS, VERSIONS, type Version } from '../versions.js';
import { bareCopy } from './bare-copy.js';
import { makeSource, type Source } from './make-source.js';
import type { PhaseCost } from './preserve-process.js';
import { cpuOf, preserve, ROUNDS, type PreserveCost } from './preserved.js';

const run = promisify(execFile);
const MiB = 1024 ** 2;

/** So many files are kept until the end, as in `inFolder`; the space of a few large ones is needed again. */
const MANY = 1_000;

interface NamedSource extends Source {
  readonly name: string;
  /** The goal for processor time, beside the version before. */
  readonly cpuAtMost: number;
  /** The goal for elapsed time, beside the bare copy. */
  readonly goal?: number;
}

const SOURCES: readonly NamedSource[] = [
  { name: '10,000 files of 10 KB', files: 10_000, bytes: 10_000, perFolder: 100, cpuAtMost: 0.65, goal: 0.4 },
  { name: '4 files of 256 MB', files: 4, bytes: 256 * MiB, perFolder: 4, cpuAtMost: 0.75 },
];

const shell = async (script: string, ...words: readonly string[]): Promise<void> => {
  await run('/bin/sh', ['-ec', script, 'sh', ...words], { maxBuffer: 64 * MiB });
};

/** What a user would do instead, by what it is called: into an empty folder that does not exist. */
const INSTEADS: Readonly<Record<string, (from: string, to: string) => Promise<void>>> = {
  'sha256sum, cp, sync': (from, to) =>
    shell('find "$1" -type f -exec sha256sum {} + >/dev/null; cp -r "$1" "$2"; sync', from, to),
  'bare copy with SHA-256 and fsync in eight threads': bareCopy,
};

const phaseFigures = ({ name, files, bytes }: NamedSource, rounds: readonly PreserveCost[]): readonly Figure[] => {
  const costs = rounds.flatMap(({ phases }) => phases);
  return [...new Set(costs.map(({ phase }) => phase))].flatMap((phase): Figure[] => {
    const of = costs.filter((cost) => cost.phase === phase);
    const middle = (read: (cost: PhaseCost) => number | null): number => median(of.map((cost) => read(cost) ?? 0));
    const figure = (what: string, value: number, unit = 'ms'): Figure => ({
      name: `${name}: ${phase}${what}`,
      value,
      unit,
    });
    return [
      figure('', middle(({ seconds }) => seconds) * 1_000),
      figure(', processor time of the event loop', middle((each) => each.mainCpu) * 1_000),
      figure(', processor time of other threads', middle((each) => each.otherCpu) * 1_000),
      figure(', bytes written of 100 preserved', (middle((each) => each.written) / (files * bytes)) * 100, 'bytes'),
      figure(', longest wait of a timer', middle((each) => each.longestStall) * 1_000),
    ];
  });
};

interface Measurements {
  /** Seconds of each round. */
  readonly instead: Map<string, number[]>;
  readonly preserved: Map<Version, PreserveCost[]>;
}

/** All that is compared, by turns on one disk. */
const measureByTurns = async (root: string, source: NamedSource): Promise<Measurements> => {
  const from = join(root, 'source');
  await makeSource(from, source);
  await shell('sync');
  const instead = new Map(Object.keys(INSTEADS).map((name) => [name, [] as number[]]));
  const preserved = new Map(VERSIONS.map((version) => [version, [] as PreserveCost[]]));
  const into = async (to: string, work: () => Promise<unknown>): Promise<void> => {
    await work();
    if (source.files < MANY) await rm(to, { recursive: true });
    await shell('sync');
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work] of Object.entries(INSTEADS)) {
      const to = join(root, `${name} ${round}`);
      await into(to, async () => instead.get(name)?.push(await secondsOf(() => work(from, to))));
    }
    for (const version of VERSIONS) {
      const data = join(root, `${version.name} ${round}`);
      await into(data, async () => preserved.get(version)?.push(await preserve(version, from, data)));
    }
  }
  if (source.files < MANY) await rm(from, { recursive: true });
  return { instead, preserved };
};

const wholeFigures = (source: NamedSource, { instead, preserved }: Measurements): readonly Figure[] => {
  const { name, goal, cpuAtMost } = source;
  const seconds = (version: Version): number[] => (preserved.get(version) ?? []).map((each) => each.seconds);
  const cpu = (version: Version): number => median((preserved.get(version) ?? []).map(({ phases }) => cpuOf(phases)));
  const [all, time] = [median(seconds(THIS)), cpu(THIS)];
  const whole = { name: `${name}: preserved (${rangeOf(seconds(THIS))})`, value: all * 1_000, unit: 'ms' };
  const processor = { name: `${name}: processor time`, value: time * 1_000, unit: 'ms' };
  const beside = [...instead].map(([to, each]): Figure => {
    const aim = to.startsWith('bare') && goal !== undefined ? { goal } : {};
    return { ...whole, ratio: { to: `${to}, which takes ${rangeOf(each)}`, value: median(each) / all, ...aim } };
  });
  if (BEFORE === null) return [...beside, processor];
  const { name: to } = BEFORE;
  const old = `${to}, which takes ${rangeOf(seconds(BEFORE))}`;
  return [
    ...beside,
    { ...whole, ratio: { to: old, value: all / median(seconds(BEFORE)), atMost: 1 } },
    { ...processor, ratio: { to, value: time / cpu(BEFORE), atMost: cpuAtMost } },
  ];
};

/**
 * The whole job of the command, phase by phase, by turns with what a user would do instead and with the version before.
 * The platform syncs every file before it answers; cp syncs nothing, so that a `sync` ends its time; the bare copy syncs
 * each file and each folder once.
 */
export const preserveBench = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const source of SOURCES) {
    const measured = await inFolder((root) => measureByTurns(root, source));
    figures.push(...phaseFigures(source, measured.preserved.get(THIS) ?? []), ...wholeFigures(source, measured));
  }
  return figures;
};
