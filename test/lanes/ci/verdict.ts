import { relative } from 'node:path';
import type { FileOutcome } from '../outcome.js';
import type { LaneResult } from '../run-specs.js';
import { countedOutcome, hasPassed, type SecondTry } from './second-try.js';

/** A step that is one test: a command, or servers that start. */
export interface StepResult {
  readonly name: string;
  readonly minutes: number;
  /** Null where it ended well. */
  readonly failure: string | null;
  readonly log: string;
}

/** All that a run of continuous integration has come to. */
export interface Results {
  readonly project: string;
  readonly steps: readonly StepResult[];
  readonly lanes: readonly LaneResult[];
  readonly secondTries: readonly SecondTry[];
}

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, a line each, with the tests of it. */
  readonly failures: readonly string[];
  /** `passed at the second try: …` */
  readonly secondTries: readonly string[];
}

const sum = (files: readonly FileOutcome[], count: (file: FileOutcome) => number): number =>
  files.reduce((total, file) => total + count(file), 0);

const testsOf = ({ failures }: FileOutcome): readonly string[] =>
  failures.map(({ title, message }) => `    ${title}: ${message}`);

/** A compiled spec by the name of its source. */
export const nameOf = (project: string, file: string): string =>
  relative(project, file)
    .replace(/^dist\//, '')
    .replace(/\.js$/, '.ts');

const isOf = (tries: readonly SecondTry[], lane: string, file: string): SecondTry | undefined =>
  tries.find((each) => each.lane === lane && each.first.file === file);

const failuresOf = ({ project, secondTries }: Results, { lane, files, crash }: LaneResult): string[] => [
  ...(crash === null ? [] : [`FAILED: ${lane}: ${crash}`]),
  ...files.flatMap((first) => {
    const second = isOf(secondTries, lane, first.file);
    if (first.failed === 0 || (second !== undefined && hasPassed(second))) return [];
    const times = second === undefined ? 'and was not run again' : 'twice';
    return [`FAILED ${times}: ${lane}: ${nameOf(project, first.file)}`, ...testsOf(first)];
  }),
];

const secondTryLine = (project: string, { lane, first }: SecondTry): string => {
  const [failure] = first.failures;
  const what = failure === undefined ? 'it failed' : `${failure.title}: ${failure.message}`;
  return `passed at the second try: ${lane}: ${nameOf(project, first.file)}, ${what}`;
};

/** The counts over all suites; a file that was run twice counts as it came out the second time. */
export const verdictOn = (results: Results): Verdict => {
  const { project, steps, lanes, secondTries } = results;
  const files = lanes.flatMap(({ lane, files }) =>
    files.map((file) => {
      const second = isOf(secondTries, lane, file.file);
      return second === undefined ? file : countedOutcome(second);
    }),
  );
  const crashes = lanes.filter(({ crash }) => crash !== null).length;
  const bad = steps.filter(({ failure }) => failure !== null);
  return {
    passed: steps.length - bad.length + sum(files, ({ passed }) => passed),
    failed: bad.length + crashes + sum(files, ({ failed }) => failed),
    skipped: sum(files, ({ skipped }) => skipped),
    failures: [
      ...bad.map(({ name, failure }) => `FAILED: ${name}: ${failure ?? ''}`),
      ...lanes.flatMap((lane) => failuresOf(results, lane)),
    ],
    secondTries: secondTries.filter(hasPassed).map((each) => secondTryLine(project, each)),
  };
};

/** The last line. */
export const countLine = ({ passed, failed, skipped }: Verdict): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
