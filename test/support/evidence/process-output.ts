import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { Readable } from 'node:stream';
import { tail, type Tail } from './tail.js';

interface WatchedProcess {
  readonly child: ChildProcess;
  /** Whether its end was told already, or is what a spec is about. */
  isKnown: boolean;
  readonly begunAt: Date;
  readonly output: Tail;
}

const MOST_BYTES = 256 * 1024;
const MOST_PROCESSES = 100;
const MOST_TOLD = 4_000;

let watched: WatchedProcess[] = [];

const hasEnded = ({ child }: WatchedProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Sees what comes in without taking it from whoever reads it. */
const listen = (stream: Readable | null, output: Tail): void => {
  if (stream === null) return;
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) output.add(chunk);
    return push(chunk, encoding);
  };
};

const watch = (child: ChildProcess): void => {
  const each = { child, isKnown: false, begunAt: new Date(), output: tail(MOST_BYTES) };
  listen(child.stdout, each.output);
  listen(child.stderr, each.output);
  if (watched.length >= MOST_PROCESSES) {
    const oldest = watched.find(hasEnded) ?? watched[0];
    watched = watched.filter((other) => other !== oldest);
  }
  watched.push(each);
};

/** From now on, what processes say that this one starts is kept, as far as it comes through a pipe. */
export const recordProcessOutput = (): void =>
  subscribe('child_process', (message) => {
    const { process: child } = message as { readonly process: ChildProcess };
    child.once('spawn', () => watch(child)); // its pipes are there only now, and nothing has come through them
  });

/** How Node ends a process in which nothing handled an error, and how the platform says so. */
const UNHANDLED = /^Node\.js v\d|An error that nothing handled ends the process/m;

/** The child ends by an error that nothing handles, as its spec wants it to. */
export const endsByError = (child: ChildProcess): void => {
  for (const each of watched) if (each.child === child) each.isKnown = true;
};

/** What the processes have said that ended since the last call by an error that nothing handled. */
export const endedByError = (): readonly string[] =>
  watched.flatMap((each) => {
    if (each.isKnown || !hasEnded(each) || each.child.exitCode === 0) return [];
    const text = each.output.text();
    if (!UNHANDLED.test(text)) return [];
    each.isKnown = true;
    return [`${each.child.spawnargs.join(' ')}\n${text.replace(UNHANDLED, '').slice(-MOST_TOLD)}`];
  });

/** Processes that have ended matter no more. */
export const forgetEndedProcesses = (): void => {
  watched = watched.filter((each) => !hasEnded(each));
};

const fateOf = ({ child }: WatchedProcess): string => {
  if (child.exitCode !== null) return `ended with ${child.exitCode}`;
  return child.signalCode === null ? 'runs' : `ended by ${child.signalCode}`;
};

/** What is known of all processes, oldest first. */
export const processOutputs = (): readonly string[] =>
  watched.map((each) => {
    const words = each.child.spawnargs.join(' ').slice(0, 2_000);
    return `$ ${words}\n(begun ${each.begunAt.toISOString()}, ${fateOf(each)})\n${each.output.text()}`;
  });
