import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '../../../flow/concurrently.js';
import { semaphore } from '../../../flow/sharing/semaphore.js';
import type { ScannedFile } from '../../../formats/tools/findings/findings.js';
import {
  ToolFailure,
  type LocalFile,
  type ToolCall,
  type VirusScan,
} from '../../../formats/tools/findings/tool-ports.js';
import { apartFromFailing, BrokenOff } from '../process/apart-from-failing.js';
import { badEnd, runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { ClamscanProcess } from './clamscan-process.js';
import { linkFiles } from './linked-files.js';
import { knownVirusesIn } from './scan-answer.js';
import { scanDoubt, unlessDoubtful } from './scannable.js';
import { openTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

/** Limits of a scan. */
export interface ScanLimits extends ToolCall {
  /** Larger files are not called clean. */
  readonly mostBytes: number;
}

const CONCURRENT_LOOKS = 8;
/** Files between two rounds of results. */
const ROUND = 50;

const emptyFileIn = (folder: TemporaryFolder): string => join(folder.path, 'empty');

/** A scan by clamscan: one process for all files, which loads the signatures. A new one follows it where it fails. */
class ClamscanScan implements VirusScan {
  readonly #command: string;
  readonly #surroundings: ToolSurroundings;
  readonly #limits: ScanLimits;
  readonly #folder: TemporaryFolder;
  readonly #empty: string;
  readonly #turns = semaphore(1);
  #process: ClamscanProcess | null;
  #started = 0;

  constructor(command: string, surroundings: ToolSurroundings, limits: ScanLimits, folder: TemporaryFolder) {
    this.#command = command;
    this.#surroundings = surroundings;
    this.#limits = limits;
    this.#folder = folder;
    this.#empty = emptyFileIn(folder);
    this.#process = this.#begin();
  }

  /** A file that ClamAV wrongly calls clean, or on which it crashes or hangs, is unread, and the others are scanned. */
  async *scan(files: readonly LocalFile[]): AsyncGenerator<ScannedFile> {
    const { mostBytes, signal } = this.#limits;
    const looked = await mapConcurrently(files, { width: CONCURRENT_LOOKS, signal }, async (file) => {
      const doubt = await scanDoubt(file, mostBytes);
      return [file.path, doubt] as const;
    });
    const doubts = new Map(looked);
    for (const [path, doubt] of looked)
      if (doubt?.isScanned === false) yield { path, outcome: { result: 'unread', reason: doubt.reason } };
    const scanned = apartFromFailing(
      files.filter(({ path }) => doubts.get(path)?.isScanned !== false),
      {
        run: (some) => this.#scanInRounds(some),
        failed: ({ path }, { message }): ScannedFile => ({ path, outcome: { result: 'unread', reason: message } }),
        requireWorking: () => this.#requireSignatures(),
      },
    );
    for await (const { path, outcome } of scanned)
      yield { path, outcome: unlessDoubtful(outcome, doubts.get(path) ?? null) };
  }

  async end(): Promise<number> {
    const known = await (this.#process ??= this.#begin()).end();
    if (known === 0) throw this.#noSignatures();
    return known;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process?.[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
  }

  #begin(): ClamscanProcess {
    const list = join(this.#folder.path, `list-${++this.#started}`);
    const start = { command: this.#command, mostBytes: this.#limits.mostBytes, mark: this.#empty, list };
    return new ClamscanProcess(start, this.#surroundings, this.#limits);
  }

  async *#scanInRounds(files: readonly LocalFile[]): AsyncGenerator<ScannedFile> {
    for (let from = 0; from < files.length; from += ROUND) yield* this.#scanLinked(files.slice(from, from + ROUND));
  }

  /** Throws BrokenOff where the process does not come to its end, after the results of the files before. */
  async *#scanLinked(files: readonly LocalFile[]): AsyncGenerator<ScannedFile> {
    await using linked = await linkFiles(files, { ...this.#limits, temporaryFolder: this.#folder.path });
    const printed: string[] = [];
    const failure = await this.#turns.run(() => this.#scanListed(linked.links, printed));
    const outcomes = linked.outcomesIn(printed);
    if (failure !== null) await this.#requireSignatures();
    for (const { path } of files) {
      const outcome = outcomes.get(path);
      if (outcome !== undefined) yield { path, outcome };
      else if (failure === null) yield { path, outcome: { result: 'unread', reason: 'ClamAV has no result for it' } };
    }
    if (failure !== null) throw new BrokenOff(failure);
  }

  /** Answers the failure of the process, which is of no more use then. */
  async #scanListed(locations: readonly string[], printed: string[]): Promise<ToolFailure | null> {
    const process = (this.#process ??= this.#begin());
    try {
      await process.scan(locations, (line) => void printed.push(line));
      return null;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      this.#process = null;
      await process[Symbol.asyncDispose]();
      return error;
    }
  }

  /** A process of its own tells, by the summary of an empty file. */
  async #requireSignatures(): Promise<void> {
    const words = [this.#command, '--stdout', this.#empty];
    const end = await runTool({ tool: 'clamav', words }, this.#surroundings, this.#limits);
    const known = knownVirusesIn(end.output.split('\n'));
    if (known === null) throw badEnd('clamav', end);
    if (known === 0) throw this.#noSignatures();
  }

  #noSignatures(): ToolFailure {
    return new ToolFailure(
      'clamav',
      'failed',
      `ClamAV (${this.#command}) has no virus signatures; freshclam gets them, and docs/tools.md tells how to do without its network.`,
    );
  }
}

/** Begins a scan by clamscan, which loads its signatures at once. */
export const clamscanScan = async (
  command: string,
  surroundings: ToolSurroundings,
  limits: ScanLimits,
): Promise<VirusScan> => {
  limits.signal.throwIfAborted();
  const folder = await openTemporaryFolder(limits);
  try {
    await writeFile(emptyFileIn(folder), '');
    return new ClamscanScan(command, surroundings, limits, folder);
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
};
