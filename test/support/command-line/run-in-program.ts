import { PassThrough } from 'node:stream';
import { runProgram } from '../../../clients/command-line/program/run-program.js';
import type { TextStream } from '../../../clients/command-line/program/streams.js';
import type { Meant, Surroundings } from '../../../clients/command-line/program/surroundings.js';
import type { Session, Verb } from '../../../clients/command-line/program/verb.js';
import { faultOf } from '../../../infra/compose/program/fault-of.js';

/** What a verb is run with, and what it may open. */
export interface ProgramRun extends Partial<
  Pick<Session, 'environment' | 'ask' | 'now' | 'archive' | 'service'> & Pick<Surroundings, 'interruption' | 'pager'>
> {
  /** The terminal that standard output is; a pipe where it is not given. */
  readonly terminal?: { readonly columns: number; readonly rows?: number };
  /** Standard output; it is kept where it is not given. */
  readonly out?: TextStream;
  readonly close?: () => Promise<void>;
  readonly changes?: boolean;
  readonly isPaged?: boolean;
}

export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A stream that keeps what it gets. */
export const keptStream = (
  terminal?: ProgramRun['terminal'],
): { readonly stream: TextStream; readonly text: () => string } => {
  const chunks: Buffer[] = [];
  const stream: TextStream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (terminal !== undefined) Object.assign(stream, { isTTY: true, ...terminal });
  return { stream, text: () => Buffer.concat(chunks).toString() };
};

const nothing = (): Promise<never> => Promise.reject(new Error('this run has no archive'));

/** The process around a verb that is run in this one. */
const around = (verb: Verb, run: ProgramRun, streams: Pick<Surroundings, 'out' | 'err'>): Surroundings => {
  const environment = { LANG: 'C.UTF-8', ...run.environment };
  const { archive = nothing, service = nothing, close = () => Promise.resolve() } = run;
  const opening = { archive, service, close };
  const meant: Meant = { environment, userAgent: null, open: () => opening };
  return {
    ...streams,
    now: run.now ?? (() => new Date()),
    interruption: run.interruption ?? { signal: new AbortController().signal, exitCode: () => 130 },
    ask: run.ask ?? null,
    version: '0.0.0',
    verbs: {
      [verb.name]: { load: () => Promise.resolve(verb), changes: run.changes === true, isPaged: run.isPaged === true },
    },
    meant: () => Promise.resolve(meant),
    pager: run.pager ?? ((_, writing) => ({ ...writing, isOpen: () => false })),
    faultOf: (error) => faultOf(error, environment),
  };
};

/** Runs the program, which has this verb, with all its words, in this process. */
export const runWords = async (verb: Verb, words: readonly string[], run: ProgramRun = {}): Promise<ProgramEnd> => {
  const out = keptStream(run.terminal);
  const err = keptStream(run.terminal);
  const code = await runProgram(words, around(verb, run, { out: run.out ?? out.stream, err: err.stream }));
  return { code, stdout: out.text(), stderr: err.text() };
};

/** Runs a verb of the program with the words after its name, in this process. */
export const runInProgram = (verb: Verb, words: readonly string[], run: ProgramRun = {}): Promise<ProgramEnd> =>
  runWords(verb, [verb.name, ...words], run);
