import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { codeOf } from '../../flow/error-code.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no room left where it is written',
  EDQUOT: 'the quota where it is written is used up',
  EPIPE: 'nobody reads it any more',
};

/** What was lost of standard output and standard error: how many pieces, how many of those were not told yet, and why the last was. */
const losses = { pieces: 0, untold: 0, log: null as string | null };

const lose = (stream: NodeJS.WriteStream, error: unknown): void => {
  losses.pieces++;
  if (stream !== process.stderr) return;
  losses.untold++;
  const code = codeOf(error) ?? 'unknown';
  losses.log = REASONS[code] ?? `it cannot be written (${code})`;
};

/** A line of the log about those that were lost before; empty where there are none. */
const lossLine = (): string =>
  losses.untold === 0
    ? ''
    : `${new Date().toISOString()} warn  log: Lines before this one were lost count=${losses.untold}\n`;

const writeAll = (fd: number, bytes: Buffer): void => {
  for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
};

/** Node gives a file up after its first error; so written, it is tried again with every piece. */
const writeOn = (stream: NodeJS.WriteStream, fd: number): void => {
  stream._write = (chunk: Buffer, _encoding, done) => {
    const isLog = stream === process.stderr;
    const before = isLog && losses.log !== null ? `\n${lossLine()}` : '';
    try {
      writeAll(fd, before === '' ? chunk : Buffer.concat([Buffer.from(before), chunk]));
      if (isLog) Object.assign(losses, { untold: 0, log: null });
    } catch (error) {
      if (chunk.length > 0) lose(stream, error);
    }
    done();
  };
};

/** A pipe or a terminal that has failed stays lost. */
const countLost = (stream: NodeJS.WriteStream): void => {
  const write = stream.write.bind(stream) as (...words: unknown[]) => boolean;
  let failure: unknown = null;
  stream.on('error', (error) => {
    failure = error;
    lose(stream, error);
  });
  stream.write = (...words: unknown[]) => {
    if (stream.destroyed) lose(stream, failure);
    return write(...words);
  };
};

/**
 * Lets this process go on when what it says cannot be written, as on a full disk, after `| head`, or when a collector of
 * logs has ended: that is lost and counted, and nothing else. A file is written to again as soon as that is possible.
 */
export const outliveOutput = (): void => {
  for (const [stream, fd] of [
    [process.stdout, 1],
    [process.stderr, 2],
  ] as const)
    if (stream instanceof Socket) countLost(stream);
    else writeOn(stream, fd);
};

/** How many pieces of standard output and standard error were lost since the start of the process. */
export const lostOutput = (): number => losses.pieces;

/** Why the log is being lost, as a sentence; null while it is written. Tries to tell the log itself. */
export const logFault = (): string | null => {
  if (losses.log !== null && !process.stderr.destroyed) process.stderr.write('');
  return losses.log === null ? null : `the log is lost: ${losses.log}`;
};
