import { createReadStream } from 'node:fs';
import { mapConcurrently } from '../../../flow/concurrently.js';
import { openedWhenRead } from '../../../flow/streams/opened-when-read.js';
import { withoutServerPaths } from '../../../formats/paths/without-server-paths.js';
import type { ScanOutcome, ScannedFile } from '../../../formats/tools/findings/findings.js';
import { ToolFailure, type LocalFile, type VirusScanner } from '../../../formats/tools/findings/tool-ports.js';
import { scannerVersion } from '../../../formats/tools/virus-scan/scanner-version.js';
import { askClamd, ConnectionLost, type Clamd } from './clamd-exchange.js';
import { eicar } from './eicar.js';
import { scanOutcome } from './scan-answer.js';
import { scanDoubt, unlessDoubtful } from './scannable.js';

const CONNECTIONS = 4;
/** Files between two rounds of results. */
const ROUND = 64;
const CHUNK = 256 * 1024;

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};

/** A file could not be read to its end. */
class UnreadFile extends Error {}

/** The body of INSTREAM: chunks with their lengths before them, and an empty one. */
async function* streamed(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) {
      yield lengthOf(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw new UnreadFile(error instanceof Error ? withoutServerPaths(error.message) : 'unknown', { cause: error });
  }
  yield lengthOf(0);
}

/** The first bytes of a file, since clamd looks at nothing of a stream that is too long. */
const firstOf = ({ location }: LocalFile, bytes: number): AsyncIterable<Buffer> =>
  openedWhenRead(() => createReadStream(location, { highWaterMark: CHUNK, end: bytes - 1 }));

/** Without the name that clamd gives a stream. */
const withoutName = (answer: string): string => answer.replace(/^stream: /, '').trim();

/** What is wrong with a clamd that answers so about the EICAR test file; null where nothing is. */
const problemIn = (answer: string): string | null => {
  const outcome = scanOutcome(answer);
  if (outcome.result === 'infected') return null;
  return outcome.result === 'clean'
    ? `has no signatures: it does not report the EICAR test file (${answer})`
    : `did not scan the EICAR test file: ${outcome.reason}`;
};

/** The ClamAV daemon, by its socket; files are streamed to it, so that it needs no access to them. */
export const clamdScanner = (clamd: Clamd, mostBytes: number): VirusScanner => {
  const lost = (error: unknown): ToolFailure =>
    new ToolFailure('clamav', 'failed', `clamd at ${clamd.socket} broke off.`, { cause: error });
  const scanBytes = (chunks: AsyncIterable<Buffer> | Iterable<Buffer>, signal: AbortSignal): Promise<string> =>
    askClamd(clamd, 'INSTREAM', signal, streamed(chunks)).then(withoutName);

  /** A daemon without signatures would report every file as clean. */
  const requireSignatures = async (signal: AbortSignal): Promise<void> => {
    const answer = await scanBytes([Buffer.from(eicar())], signal).catch((error: unknown) => {
      throw error instanceof ConnectionLost ? lost(error) : error;
    });
    const problem = problemIn(answer);
    if (problem !== null) throw new ToolFailure('clamav', 'failed', `clamd at ${clamd.socket} ${problem}.`);
  };

  /** clamd closes the connection of a stream that is too long, often before its answer can be read. */
  const brokenOff = async (error: ConnectionLost, signal: AbortSignal): Promise<ScanOutcome> => {
    const answer = await askClamd(clamd, 'PING', signal).catch(() => '');
    signal.throwIfAborted();
    if (answer !== 'PONG') throw lost(error);
    return { result: 'unread', reason: 'clamd broke off while it read the file: its StreamMaxLength may be too small' };
  };

  const outcomeOf = async (file: LocalFile, signal: AbortSignal): Promise<ScanOutcome> => {
    const doubt = await scanDoubt(file, mostBytes);
    if (doubt?.isScanned === false) return { result: 'unread', reason: doubt.reason };
    try {
      const answer = await scanBytes(firstOf(file, mostBytes), signal);
      return unlessDoubtful(scanOutcome(answer), doubt);
    } catch (error) {
      if (error instanceof ConnectionLost) return brokenOff(error, signal);
      if (error instanceof UnreadFile) return { result: 'unread', reason: `cannot be read: ${error.message}` };
      throw error;
    }
  };

  async function* scan(files: readonly LocalFile[], signal: AbortSignal): AsyncGenerator<ScannedFile> {
    if (files.length === 0) return;
    await requireSignatures(signal);
    const scanned = async (file: LocalFile): Promise<ScannedFile> => ({
      path: file.path,
      outcome: await outcomeOf(file, signal),
    });
    for (let from = 0; from < files.length; from += ROUND)
      yield* await mapConcurrently(files.slice(from, from + ROUND), { width: CONNECTIONS, signal }, scanned);
  }

  return {
    async version({ signal }) {
      const text = await askClamd(clamd, 'VERSION', signal).catch((error: unknown) => {
        throw error instanceof ConnectionLost ? lost(error) : error;
      });
      const version = scannerVersion(text);
      if (version === null) throw new ToolFailure('clamav', 'failed', `${clamd.socket} is no clamd: ${text}.`);
      return version;
    },
    begin: async ({ signal }) => {
      await requireSignatures(signal);
      return {
        scan: (files) => scan(files, signal),
        end: () => Promise.resolve(null),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
  };
};
