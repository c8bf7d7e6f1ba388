import { runProgram } from '../../../clients/command-line/program/run-program.js';
import { faultOf } from '../../../infra/compose/program/fault-of.js';
import { meantArchive } from '../../../infra/compose/program/meant-archive.js';
import { VERBS } from '../../../infra/compose/program/verbs.js';
import { keptStream, type ProgramEnd, type ProgramRun } from './run-in-program.js';

/** What the program is run with in this process. */
export interface MunimentRun extends Pick<ProgramRun, 'terminal' | 'interruption'> {
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The program while it runs. */
export interface RunningMuniment {
  readonly ended: Promise<ProgramEnd>;
  /** What it wrote so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
}

const never = () => ({ signal: new AbortController().signal, exitCode: () => 130 });

/** Starts the program with all its words, in this process, with no other settings than these. */
export const startMuniment = (words: readonly string[], run: MunimentRun = {}): RunningMuniment => {
  const out = keptStream(run.terminal);
  const err = keptStream(run.terminal);
  const environment = { LANG: 'C.UTF-8', HOME: '/nonexistent', MUNIMENT_LOG_LEVEL: 'error', ...run.environment };
  const running = runProgram(words, {
    ...{ out: out.stream, err: err.stream, version: '0.0.0', verbs: VERBS, ask: null },
    now: () => new Date(),
    interruption: run.interruption ?? never(),
    meant: (common, verb) => meantArchive(common, environment, verb),
    pager: (_, writing) => ({ ...writing, isOpen: () => false }),
    faultOf: (error) => faultOf(error, environment),
  });
  const ended = running.then((code) => ({ code, stdout: out.text(), stderr: err.text() }));
  return { ended, stdout: out.text, stderr: err.text };
};

/** Runs the program, as `startMuniment` does, to its end. */
export const runMuniment = (words: readonly string[], run: MunimentRun = {}): Promise<ProgramEnd> =>
  startMuniment(words, run).ended;
