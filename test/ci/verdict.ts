import type { FileOutcome } from './outcome.js';

/** What came of a command. */
export interface CommandResult {
  readonly command: string;
  readonly minutes: number;
  /** What came of each spec file, where it runs any. */
  readonly files: readonly FileOutcome[];
  /** What is wrong beside spec files that failed; null where nothing is. */
  readonly crash: string | null;
}

/** A spec file that failed and was run once more, alone. */
export interface SecondTry {
  readonly command: string;
  readonly first: FileOutcome;
  readonly second: CommandResult;
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

const secondOf = ({ first, second }: SecondTry): FileOutcome | undefined =>
  second.files.find(({ file }) => file === first.file);

/** Whether it passed when it was alone: its tests ran, and nothing failed. */
const hasPassed = (each: SecondTry): boolean =>
  each.second.crash === null && secondOf(each)?.failed === 0 && (secondOf(each)?.passed ?? 0) > 0;

const nameOf = (file: string): string => file.replace(/^dist\//, '').replace(/\.js$/, '.ts');

const failuresOf = ({ command, files, crash }: CommandResult, tries: readonly SecondTry[]): string[] => [
  ...(crash === null ? [] : [`FAILED: ${command}: ${crash}`]),
  ...files.flatMap(({ file, failed, failures }) => {
    const second = tries.find((each) => each.command === command && each.first.file === file);
    if (failed === 0 || (second !== undefined && hasPassed(second))) return [];
    const times = second === undefined ? 'and was not run again' : 'twice';
    const tests = failures.map(({ title, message }) => `    ${title}: ${message}`);
    return [`FAILED ${times}: ${command}: ${nameOf(file)}`, ...tests];
  }),
];

const secondTryLine = ({ command, first: { file, failures } }: SecondTry): string => {
  const [failure] = failures;
  const what = failure === undefined ? 'it failed' : `${failure.title}: ${failure.message}`;
  return `passed at the second try: ${command}: ${nameOf(file)}, ${what}`;
};

/** Counts over all: a file that passed the second time counts so; a command without spec files is one test. */
export const verdictOn = (results: readonly CommandResult[], tries: readonly SecondTry[]): Verdict => {
  const good = tries.filter(hasPassed);
  const files = results.flatMap(({ command, files }) =>
    files.map((file) => {
      const second = good.find((each) => each.command === command && each.first.file === file.file);
      return (second && secondOf(second)) ?? file;
    }),
  );
  const sum = (count: (file: FileOutcome) => number): number => files.reduce((total, file) => total + count(file), 0);
  const crashed = results.filter(({ crash }) => crash !== null).length;
  const plain = results.filter(({ files, crash }) => files.length === 0 && crash === null).length;
  return {
    passed: plain + sum(({ passed }) => passed),
    failed: crashed + sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    failures: results.flatMap((result) => failuresOf(result, tries)),
    secondTries: good.map(secondTryLine),
  };
};

/** The last line. */
export const countLine = ({ passed, failed, skipped }: Verdict): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
