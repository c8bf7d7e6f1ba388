import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, secondsOf } from '../measure.js';
import { makeSource } from '../preserve/make-source.js';
import { ROUNDS } from '../preserve/preserved.js';
import { pagesFigures } from './pages.js';
import { runQuietly } from './run-quietly.js';

const MiB = 1024 ** 2;
const PROGRAM = join(import.meta.dirname, '../../infra/compose/muniment.js');
const MOST_LOAD_MS = 300;
const MOST_RATIO = 2;

/** The rocfl that `.ci/validators` builds, or the one that a variable names; null without one. */
const rocflPath = (): string | null => {
  const cache = process.env['MUNIMENT_CI_CACHE'] ?? join(homedir(), '.cache/muniment-ci');
  const path = process.env['MUNIMENT_BENCH_ROCFL'] ?? join(cache, 'validators/bin/rocfl');
  return existsSync(path) ? path : null;
};

/** The same question to both programs. */
interface Question {
  readonly name: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'ls of 10,000 files',
    ours: ['ls', '-r', 'bench/many'],
    theirs: ['ls', 'info:repo/bench/many'],
  },
  { name: 'log', ours: ['log', 'bench/many'], theirs: ['log', 'info:repo/bench/many'] },
  {
    name: 'cat of 256 MB',
    ours: ['cat', 'bench/large/0/0.bin'],
    theirs: ['cat', 'info:repo/bench/large', 'objects/0/0.bin'],
  },
];

const muniment = (data: string, words: readonly string[]): Promise<void> =>
  runQuietly(process.execPath, [PROGRAM, ...words], { MUNIMENT_DATA: data });

/** Preserves 10,000 small files as one group, and a large one as another. */
const makeArchive = async (folder: string, data: string): Promise<void> => {
  const sources = { many: { files: 10_000, bytes: 100 }, large: { files: 1, bytes: 256 * MiB } };
  for (const [name, source] of Object.entries(sources)) {
    const from = join(folder, name);
    await makeSource(from, { ...source, perFolder: 100 });
    await muniment(data, ['preserve', from, '--as', `bench/${name}`]);
  }
};

/** Seconds of each round of each program and question, by turns. */
const measureByTurns = async (runs: Readonly<Record<string, () => Promise<void>>>): Promise<Map<string, number>> => {
  const seconds = new Map(Object.keys(runs).map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(runs)) seconds.get(name)?.push(await secondsOf(run));
  return new Map(Array.from(seconds, ([name, each]) => [name, median(each)]));
};

const figuresOf = (middle: ReadonlyMap<string, number>, hasRocfl: boolean): Figure[] => {
  const load = middle.get('load') ?? NaN;
  const figures = QUESTIONS.flatMap(({ name }): Figure[] => {
    const ours = (middle.get(`muniment ${name}`) ?? NaN) - load;
    const figure = { name: `${name}, beyond loading the program`, value: ours * 1_000, unit: 'ms' };
    const theirs = middle.get(`rocfl ${name}`);
    if (theirs === undefined) return [figure];
    return [
      { ...figure, ratio: { to: 'rocfl', value: ours / theirs, atMost: MOST_RATIO } },
      { name: `${name}, rocfl`, value: theirs * 1_000, unit: 'ms' },
    ];
  });
  if (!hasRocfl) console.log('rocfl is not installed: .ci/validators builds it. No comparison.');
  return [{ name: 'the program is loaded', value: load * 1_000, unit: 'ms', atMost: MOST_LOAD_MS }, ...figures];
};

/** Looking into an archive that no platform has open, beside rocfl. */
export const lookBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const data = join(folder, 'data');
    await makeArchive(folder, data);
    const rocfl = rocflPath();
    const runs = {
      load: () => muniment(data, ['--version']),
      ...Object.fromEntries(
        QUESTIONS.flatMap(({ name, ours, theirs }) => [
          [`muniment ${name}`, () => muniment(data, ours)],
          ...(rocfl === null
            ? []
            : [[`rocfl ${name}`, () => runQuietly(rocfl, ['-r', join(data, 'ocfl'), ...theirs])] as const]),
        ]),
      ),
    };
    const figures = figuresOf(await measureByTurns(runs), rocfl !== null);
    return [...figures, ...(await pagesFigures(data, 'bench/many'))];
  });
