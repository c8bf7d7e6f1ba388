import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf } from '../measure.js';
import { makeSource } from '../preserve/make-source.js';
import { ROUNDS } from '../preserve/preserved.js';
import { spentBy, type Spent } from '../spent.js';
import { pagesFigures } from './pages.js';

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

const muniment = (data: string, words: readonly string[]): Promise<Spent> =>
  spentBy(process.execPath, [PROGRAM, ...words], { MUNIMENT_DATA: data });

/** Preserves 10,000 small files as one group, and a large one as another. */
const makeArchive = async (folder: string, data: string): Promise<void> => {
  const sources = { many: { files: 10_000, bytes: 100 }, large: { files: 1, bytes: 256 * MiB } };
  for (const [name, source] of Object.entries(sources)) {
    const from = join(folder, name);
    await makeSource(from, { ...source, perFolder: 100 });
    await muniment(data, ['preserve', from, '--as', `bench/${name}`]);
  }
};

/** What each program and question took in each round, by turns. */
const measureByTurns = async (runs: Readonly<Record<string, () => Promise<Spent>>>): Promise<Map<string, Spent[]>> => {
  const spent = new Map(Object.keys(runs).map((name) => [name, [] as Spent[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(runs)) spent.get(name)?.push(await run());
  return spent;
};

const KINDS = { seconds: 'until the end', cpu: 'processor time' } as const;

/** The figures of one question, by time or by processor time. */
const figuresOfQuestion = (
  kind: keyof typeof KINDS,
  question: string,
  spent: ReadonlyMap<string, readonly Spent[]>,
): Figure[] => {
  const each = (name: string): number[] => (spent.get(name) ?? []).map((of) => of[kind]);
  const [load, ours, theirs] = [each('load'), each(`muniment ${question}`), each(`rocfl ${question}`)];
  const beyond = median(ours) - median(load);
  const name = `${question}, ${KINDS[kind]}`;
  const figure = { name: `${name} (${rangeOf(ours)}), beyond loading`, value: beyond * 1_000, unit: 'ms' };
  if (theirs.length === 0) return [figure];
  return [
    { ...figure, ratio: { to: 'rocfl', value: beyond / median(theirs) } },
    { name: `${name}, rocfl (${rangeOf(theirs)})`, value: median(theirs) * 1_000, unit: 'ms' },
  ];
};

/** What each question takes in all: the time in which the program may be loaded, and so many times what rocfl takes. */
const figuresInAll = (middleMs: (program: string) => number): Figure[] =>
  QUESTIONS.map(({ name }) => ({
    name: `${name}, in all`,
    value: middleMs(`muniment ${name}`),
    unit: 'ms',
    atMost: Math.round(MOST_LOAD_MS + MOST_RATIO * middleMs(`rocfl ${name}`)),
  }));

const figuresOf = (spent: ReadonlyMap<string, readonly Spent[]>, hasRocfl: boolean): Figure[] => {
  if (!hasRocfl) console.log('rocfl is not installed: .ci/validators builds it. No comparison.');
  const middleMs = (program: string): number =>
    median((spent.get(program) ?? []).map(({ seconds }) => seconds * 1_000));
  return [
    { name: 'the program is loaded', value: middleMs('load'), unit: 'ms', atMost: MOST_LOAD_MS },
    ...(hasRocfl ? figuresInAll(middleMs) : []),
    ...QUESTIONS.flatMap(({ name }) => [
      ...figuresOfQuestion('seconds', name, spent),
      ...figuresOfQuestion('cpu', name, spent),
    ]),
  ];
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
            : [[`rocfl ${name}`, () => spentBy(rocfl, ['-r', join(data, 'ocfl'), ...theirs])] as const]),
        ]),
      ),
    };
    const figures = figuresOf(await measureByTurns(runs), rocfl !== null);
    return [...figures, ...(await pagesFigures(data, 'bench/many'))];
  });
