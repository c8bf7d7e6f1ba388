import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { semaphore } from '../../../flow/semaphore.js';
import type { ScannedFile } from '../../../formats/tools/findings/findings.js';
import {
  ToolFailure,
  type LocalFile,
  type ToolCall,
  type VirusScan,
} from '../../../formats/tools/findings/tool-ports.js';
import { BrokenOff } from '../process/apart-from-failing.js';
import { runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { ClamscanProcess } from './clamscan-process.js';
import { scanByCommand, type ScanCommand, type ScanLimits } from './scan-command.js';
import { knownVirusesIn, readScanReport } from './scan-report.js';
import { locationsOf, scannedBefore, scannedOf, scanRun } from './scan-run.js';
import { openTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

/** ClamAV cuts what it unpacks by whole pieces, which are smaller than this. */
const CUT_BYTES = 1024 ** 2;

/**
 * Without these, a file above a limit or with encrypted content is reported as clean. What an archive holds is cut at the
 * size of a file without an alert, so that this is above the size of a scan, which has one.
 */
const optionsFor = (mostBytes: number): readonly string[] => [
  '--alert-exceeds-max=yes',
  '--alert-encrypted=yes',
  `--max-filesize=${4 * mostBytes + CUT_BYTES}`,
  `--max-scansize=${4 * mostBytes}`,
];

const emptyFileIn = (folder: TemporaryFolder): string => join(folder.path, 'empty');

/** A scan by clamscan: one process for all files, which loads the signatures. A new one follows it where it fails. */
class ClamscanScan implements VirusScan, ScanCommand {
  readonly #command: string;
  readonly #surroundings: ToolSurroundings;
  readonly #call: ToolCall;
  readonly #mostBytes: number;
  readonly #folder: TemporaryFolder;
  readonly #empty: string;
  readonly #turns = semaphore(1);
  #process: ClamscanProcess | null;
  #started = 0;

  constructor(command: string, surroundings: ToolSurroundings, limits: ScanLimits, folder: TemporaryFolder) {
    const { mostBytes, ...call } = limits;
    this.#command = command;
    this.#surroundings = surroundings;
    this.#call = call;
    this.#mostBytes = mostBytes;
    this.#folder = folder;
    this.#empty = emptyFileIn(folder);
    this.#process = this.#begin();
  }

  scan(files: readonly LocalFile[]): AsyncGenerator<ScannedFile> {
    return scanByCommand(this, files, { mostBytes: this.#mostBytes, signal: this.#call.signal });
  }

  async end(): Promise<number> {
    const known = await (this.#process ??= this.#begin()).end();
    if (known === 0) throw this.#noSignatures();
    return known;
  }

  async *listed(files: readonly LocalFile[]): AsyncGenerator<ScannedFile> {
    const printed: string[] = [];
    const failure = await this.#turns.run(() => this.#scanListed(files, printed));
    const { outcomes } = readScanReport(printed.join('\n'), locationsOf(files));
    if (failure === null) return yield* scannedOf(files, outcomes, printed);
    await this.requireWorking();
    yield* scannedBefore(files, outcomes);
    throw new BrokenOff(failure);
  }

  named(files: readonly LocalFile[]): AsyncGenerator<ScannedFile> {
    const run = {
      words: [...this.#words, '--stdout', ...files.map(({ location }) => location)],
      requireWorking: () => this.requireWorking(),
      confirm: () => Promise.resolve(), // by the end of the scan
    };
    return scanRun(files, run, this.#surroundings, this.#call);
  }

  /** A process of its own tells, by the summary of an empty file. */
  async requireWorking(): Promise<void> {
    const words = [this.#command, '--stdout', this.#empty];
    const { output } = await runTool({ tool: 'clamav', words }, this.#surroundings, this.#call);
    if (knownVirusesIn(readScanReport(output, new Set())) === 0) throw this.#noSignatures();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process?.[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
  }

  get #words(): readonly string[] {
    return [this.#command, ...optionsFor(this.#mostBytes)];
  }

  #begin(): ClamscanProcess {
    const list = join(this.#folder.path, `list-${++this.#started}`);
    return new ClamscanProcess({ words: this.#words, mark: this.#empty, list }, this.#surroundings, this.#call);
  }

  /** Answers the failure of the process, which is of no more use then. */
  async #scanListed(files: readonly LocalFile[], printed: string[]): Promise<ToolFailure | null> {
    const locations = files.map(({ location }) => location);
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

  #noSignatures(): ToolFailure {
    return new ToolFailure('clamav', 'failed', `${this.#command} has no virus signatures; freshclam gets them.`);
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
