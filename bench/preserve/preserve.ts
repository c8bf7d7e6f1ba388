import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand } from '../../infra/tools/process/find-command.js';
import { bareCopy } from '../bare-copy.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf, secondsOf } from '../measure.js';
import { makeSource, type Source } from './make-source.js';
import type { PhaseCost } from './preserve-process.js';

const run = promisify(execFile);
const MiB = 1024 ** 2;
const PROCESS = fileURLToPath(new URL('./preserve-process.js', import.meta.url));

/** Another number for a quick look. */
const ROUNDS = Number(process.env['MUNIMENT_BENCH_ROUNDS'] ?? 5);

/** So many files are kept until the end, as in `inFolder`; the space of a few large ones is needed again. */
const MANY = 1_000;

interface NamedSource extends Source {
  readonly name: string;
}

const SOURCES: readonly NamedSource[] = [
  { name: '10,000 files of 10 KB', files: 10_000, bytes: 10_000, perFolder: 100 },
  { name: '4 files of 256 MB', files: 4, bytes: 256 * MiB, perFolder: 4 },
];

const shell = async (script: string, ...words: readonly string[]): Promise<void> => {
  await run('/bin/sh', ['-ec', script, 'sh', ...words], { maxBuffer: 64 * MiB });
};

/** What a user would do instead, by what it is called: into an empty folder that does not exist. */
const insteads = (): Readonly<Record<string, (from: string, to: string) => Promise<void>>> => {
  const rocfl = findCommand('rocfl', process.env['PATH'] ?? '');
  const withRocfl = (from: string, to: string): Promise<void> =>
    shell(
      `mkdir "$3"; cd "$3"; "$1" -r . init; "$1" -r . new -d sha256 o; "$1" -r . cp -r o "$2"/* -- /; "$1" -r . commit o; sync`,
      rocfl ?? '',
      from,
      to,
    );
  return {
    'sha256sum, cp, sync': (from, to) =>
      shell('find "$1" -type f -exec sha256sum {} + >/dev/null; cp -r "$1" "$2"; sync', from, to),
    'bare copy with SHA-256 and fsync': bareCopy,
    ...(rocfl === null ? {} : { 'rocfl new, cp, commit, sync': withRocfl }),
  };
};

const preserve = async (from: string, data: string): Promise<readonly PhaseCost[]> => {
  const { stdout } = await run(process.execPath, [PROCESS, from, data], { maxBuffer: 64 * MiB });
  return JSON.parse(stdout) as readonly PhaseCost[];
};

const phaseFigures = (
  { name, files, bytes }: NamedSource,
  rounds: readonly (readonly PhaseCost[])[],
): readonly Figure[] => {
  const phases = [...new Set(rounds.flat().map(({ phase }) => phase))];
  return phases.flatMap((phase): Figure[] => {
    const of = rounds.flat().filter((cost) => cost.phase === phase);
    const middle = (read: (cost: PhaseCost) => number | null): number => median(of.map((cost) => read(cost) ?? 0));
    const written = middle((cost) => cost.written) / (files * bytes);
    const detail = `${name}: ${phase}`;
    return [
      { name: detail, value: middle(({ seconds }) => seconds) * 1_000, unit: 'ms' },
      {
        name: `${detail}, processor time of the event loop`,
        value: middle((each) => each.mainCpu) * 1_000,
        unit: 'ms',
      },
      {
        name: `${detail}, processor time of other threads`,
        value: middle((each) => each.otherCpu) * 1_000,
        unit: 'ms',
      },
      { name: `${detail}, bytes written of 100 preserved`, value: written * 100, unit: 'bytes' },
      { name: `${detail}, longest wait of a timer`, value: middle((each) => each.longestStall) * 1_000, unit: 'ms' },
    ];
  });
};

const measured = async (root: string, source: NamedSource): Promise<readonly Figure[]> => {
  const from = join(root, 'source');
  await makeSource(from, source);
  await shell('sync');
  const times: Record<string, number[]> = {};
  const rounds: (readonly PhaseCost[])[] = [];
  const whole: number[] = [];
  const discard = async (folder: string): Promise<void> => {
    if (source.files < MANY) await rm(folder, { recursive: true });
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [name, instead]] of Object.entries(insteads()).entries()) {
      const to = join(root, `instead-${round}-${index}`);
      (times[name] ??= []).push(await secondsOf(() => instead(from, to)));
      await discard(to);
    }
    const data = join(root, `data-${round}`);
    whole.push(await secondsOf(async () => rounds.push(await preserve(from, data))));
    await discard(data);
    await shell('sync');
  }
  await discard(from);
  const all = median(whole);
  return [
    ...phaseFigures(source, rounds),
    ...Object.entries(times).map(([to, seconds]): Figure => ({
      name: `${source.name}: preserved (${rangeOf(whole)})`,
      value: all * 1_000,
      unit: 'ms',
      ratio: { to: `${to}, which takes ${rangeOf(seconds)}`, value: median(seconds) / all },
    })),
  ];
};

/**
 * The whole job of the command, phase by phase, beside what a user would do instead, in turn on one disk. The platform
 * syncs every file twice, in the workspace and in the repository, before it answers; rocfl and cp sync nothing, so that
 * a `sync` ends their time; the bare copy syncs each file once.
 */
export const preserveBench = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const source of SOURCES) figures.push(...(await inFolder((root) => measured(root, source))));
  return figures;
};

/** Processor time and written bytes of the phases that go over all files, for each file. */
const perFile = async (root: string, files: number): Promise<{ readonly cpu: number; readonly written: number }> => {
  const from = join(root, `${files}`);
  await makeSource(from, { files, bytes: 10_000, perFolder: 100 });
  const costs = (await preserve(from, join(root, `data-${files}`))).filter(({ phase }) => phase !== 'start');
  const sum = (read: (cost: PhaseCost) => number): number => costs.reduce((all, cost) => all + read(cost), 0) / files;
  return {
    cpu: sum(({ mainCpu, otherCpu }) => (mainCpu ?? 0) + (otherCpu ?? 0)),
    written: sum(({ written }) => written ?? 0),
  };
};

/** Whether a file of 100,000 costs more than one of 1,000. */
export const preserveGrowthBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const [few, many] = [await perFile(root, 1_000), await perFile(root, 100_000)];
    const to = 'the same for one of 1,000 files';
    return [
      {
        name: 'processor time for one of 100,000 files of 10 KB',
        value: many.cpu * 1e6,
        unit: 'µs',
        ratio: { to, value: many.cpu / few.cpu, atMost: 1 },
      },
      {
        name: 'bytes written for one of 100,000 files of 10 KB',
        value: many.written,
        unit: 'bytes',
        ratio: { to, value: many.written / few.written, atMost: 1.1 },
      },
    ];
  });

/** From the start of the program to the end of a preserve of three small files, and of bare Node. */
export const startBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const from = join(root, 'source');
    await mkdir(from);
    for (const name of ['a', 'b', 'c']) await writeFile(join(from, `${name}.txt`), name);
    const [ready, whole, bare]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const data = join(root, `data-${round}`);
      whole.push(await secondsOf(async () => ready.push((await preserve(from, data))[0]?.seconds ?? NaN)));
      bare.push(await secondsOf(() => run(process.execPath, ['-e', '0'])));
    }
    return [
      { name: `start until ready (${rangeOf(ready)})`, value: median(ready) * 1_000, unit: 'ms', atMost: 1_000 },
      {
        name: `preserve of three small files (${rangeOf(whole)})`,
        value: median(whole) * 1_000,
        unit: 'ms',
        atMost: 1_200,
      },
      { name: `bare Node (${rangeOf(bare)})`, value: median(bare) * 1_000, unit: 'ms' },
    ];
  });
