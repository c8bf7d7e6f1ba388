import { mapConcurrently } from '../../../flow/concurrently.js';
import type { ScannedFile } from '../../../formats/tools/findings/findings.js';
import type { LocalFile, ToolCall } from '../../../formats/tools/findings/tool-ports.js';
import { apartFromFailing, type ManyFiles } from '../process/apart-from-failing.js';
import { scanDoubt, unlessDoubtful } from './scannable.js';

/**
 * A command of ClamAV, to which files are given in one of two ways. Both throw BrokenOff where it does not come to its
 * end, after the results of the files before.
 */
export interface ScanCommand {
  /** Files whose names can stand in a list: in one line each, and not too long. */
  listed(files: readonly LocalFile[]): AsyncIterable<ScannedFile>;
  /** Some files that are named as arguments. */
  named(files: readonly LocalFile[]): AsyncIterable<ScannedFile>;
  /** Throws ToolFailure where the command itself does not work, or has no signatures. */
  requireWorking(): Promise<void>;
}

/** Limits of a scan. */
export interface ScanLimits extends ToolCall {
  /** Larger files are not called clean. */
  readonly mostBytes: number;
}

/** The most bytes of a name in a list of files. */
const LISTED_BYTES = 1000;
const isListed = ({ location }: LocalFile): boolean =>
  !/[\n\r]/.test(location) && Buffer.byteLength(location) < LISTED_BYTES;
/** How many files are named as arguments at once. */
const ARGUMENTS = 100;
const CONCURRENT_LOOKS = 8;

/**
 * The results of a command for all files. A file that ClamAV wrongly calls clean, or on which it crashes or hangs, is
 * unread, and the others are scanned nevertheless.
 */
export async function* scanByCommand(
  command: ScanCommand,
  files: readonly LocalFile[],
  { mostBytes, signal }: Pick<ScanLimits, 'mostBytes' | 'signal'>,
): AsyncGenerator<ScannedFile> {
  const looked = await mapConcurrently(files, { width: CONCURRENT_LOOKS, signal }, async (file) => {
    const doubt = await scanDoubt(file, mostBytes);
    return [file.path, doubt] as const;
  });
  const doubts = new Map(looked);
  for (const [path, doubt] of looked)
    if (doubt?.isScanned === false) yield { path, outcome: { result: 'unread', reason: doubt.reason } };
  const given = files.filter(({ path }) => doubts.get(path)?.isScanned !== false);
  for await (const { path, outcome } of scanGiven(command, given))
    yield { path, outcome: unlessDoubtful(outcome, doubts.get(path) ?? null) };
}

async function* scanGiven(command: ScanCommand, given: readonly LocalFile[]): AsyncGenerator<ScannedFile> {
  yield* apart(command, given.filter(isListed), (some) => command.listed(some));
  const others = given.filter((file) => !isListed(file));
  for (let from = 0; from < others.length; from += ARGUMENTS)
    yield* apart(command, others.slice(from, from + ARGUMENTS), (some) => command.named(some));
}

const apart = (
  command: ScanCommand,
  files: readonly LocalFile[],
  run: ManyFiles<ScannedFile>['run'],
): AsyncGenerator<ScannedFile> =>
  apartFromFailing(files, {
    run,
    failed: ({ path }, { message }) => ({ path, outcome: { result: 'unread', reason: message } }),
    requireWorking: () => command.requireWorking(),
  });
