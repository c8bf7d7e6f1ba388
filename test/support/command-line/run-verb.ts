import { Command } from 'commander';
import type { Archive } from '../../../clients/archive/archive.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import type { Output } from '../../../clients/command-line/program/output.js';
import type { Service, Session, Verb } from '../../../clients/command-line/program/verb.js';
import { quiet } from './quiet-progress.js';

/** Where a verb is run, and over what. */
export interface VerbSurroundings {
  readonly archive?: Archive;
  readonly service?: Service;
  readonly form?: Output['form'];
  /** 80 on a terminal where it is not given. */
  readonly width?: number;
  readonly now?: Date;
  readonly quiet?: boolean;
  readonly interrupted?: AbortSignal;
}

/** What a verb wrote, and how it ended. */
export interface VerbRun {
  readonly out: string;
  readonly bytes: Buffer;
  readonly err: string;
  readonly records: readonly object[];
  /** Null where it failed. */
  readonly code: number | null;
  readonly summary: object | null;
  readonly fault: CommandFault | null;
}

const unavailable = (what: string) => (): Promise<never> => Promise.reject(new Error(`${what} is not given.`));

/** Runs a verb with its words, over an archive or a service. */
export const runVerb = async (
  verb: Verb,
  words: readonly string[],
  surroundings: VerbSurroundings,
): Promise<VerbRun> => {
  const { archive, service, form = 'terminal', width = 80, now = new Date() } = surroundings;
  const written: Buffer[] = [];
  const notes: string[] = [];
  const records: object[] = [];
  const output: Output = {
    form,
    quiet: surroundings.quiet ?? false,
    width: form === 'terminal' ? width : Infinity,
    paint: (_style, text) => text,
    write: (text) => Promise.resolve(void written.push(Buffer.from(text))),
    writeBytes: (bytes) => Promise.resolve(void written.push(Buffer.from(bytes))),
    record: (value) => Promise.resolve(void (form === 'json' && records.push(value))),
    note: (text) => void (form !== 'json' && notes.push(`${text}\n`)),
    progress: quiet,
  };
  const session: Session = {
    output,
    environment: {},
    now: () => now,
    interrupted: surroundings.interrupted ?? new AbortController().signal,
    waitMs: null,
    userAgent: null,
    ask: null,
    archive: archive === undefined ? unavailable('An archive') : () => Promise.resolve(archive),
    service: service === undefined ? unavailable('A service') : () => Promise.resolve(service),
  };
  const command = new Command(verb.name).exitOverride().configureOutput({ writeErr: () => undefined });
  verb.define(command);
  command.parse(words, { from: 'user' });
  const ended = await verb.run({ args: command.args, options: command.opts() }, session).catch((error: unknown) => {
    if (error instanceof CommandFault) return error;
    throw error;
  });
  const bytes = Buffer.concat(written);
  const told = { out: bytes.toString(), bytes, err: notes.join(''), records };
  return ended instanceof CommandFault
    ? { ...told, code: null, summary: null, fault: ended }
    : { ...told, ...ended, fault: null };
};
