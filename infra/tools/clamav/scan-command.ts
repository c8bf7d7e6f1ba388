import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapConcurrently } from '../../../flow/concurrently.js';
import type { ScanOutcome, ScannedFile, ScannerVersion } from '../../../formats/tools/findings/findings.js';
import {
  ToolFailure,
  type LocalFile,
  type ToolCall,
  type VirusScanner,
} from '../../../formats/tools/findings/tool-ports.js';
import { apartFromFailing, BrokenOff, type ManyFiles } from '../process/apart-from-failing.js';
import { badEnd, runTool, type ToolRun } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { readScanReport, type ScanReport } from './scan-report.js';
import { scannerVersion } from './scan-answer.js';
import { unscannable } from './scannable.js';

/** How clamscan and clamdscan differ. */
export interface ScanCommand {
  /** Absolute. */
  readonly command: string;
  readonly options: readonly string[];
  /** Throws ToolFailure where the scanner cannot be trusted, before files are given to it. */
  before(call: ToolCall): Promise<void>;
  /** The same after a scan, by what the scanner has printed. */
  after(report: ScanReport, isWhole: boolean, call: ToolCall): Promise<void>;
  knownViruses(call: ToolCall): Promise<number | null>;
}

/** The most bytes of a name in a list of files. */
const LISTED_BYTES = 1000;
const isListed = ({ location }: LocalFile): boolean =>
  !/[\n\r]/.test(location) && Buffer.byteLength(location) < LISTED_BYTES;
/** How many files are named as arguments at once. */
const ARGUMENTS = 100;

const failure = (what: string): ToolFailure => new ToolFailure('clamav', 'failed', `ClamAV ${what}.`);

/** A file in a folder of its own, which is removed when it is disposed of. */
export const temporaryFile = async (
  content: string,
  { temporaryFolder = tmpdir() }: ToolCall,
): Promise<AsyncDisposable & { readonly path: string }> => {
  const folder = await mkdtemp(join(temporaryFolder, 'muniment-clamav-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'list');
  try {
    await writeFile(path, content);
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
};

const wholeLines = (printed: string): string => printed.slice(0, printed.lastIndexOf('\n') + 1);

/** Of a file without a line: what the scanner has said about it elsewhere. */
const unread = ({ location }: LocalFile, { output, errors }: ToolRun): ScanOutcome => {
  const said = `${output}\n${errors}`.split('\n').find((line) => line.includes(location));
  return { result: 'unread', reason: said?.trim() ?? 'ClamAV has no result for it' };
};

/** Results are handed on when it is certain that the command had signatures. */
class CommandScanner implements VirusScanner {
  readonly #scanner: ScanCommand;
  readonly #surroundings: ToolSurroundings;
  readonly #mostBytes: number;

  constructor(scanner: ScanCommand, surroundings: ToolSurroundings, mostBytes: number) {
    this.#scanner = scanner;
    this.#surroundings = surroundings;
    this.#mostBytes = mostBytes;
  }

  async version(call: ToolCall): Promise<ScannerVersion> {
    const words = [this.#scanner.command, '--version'];
    const { output } = await runTool({ tool: 'clamav', words }, this.#surroundings, call);
    const version = scannerVersion(output, await this.#scanner.knownViruses(call));
    if (version === null) throw failure(`prints no version, but ${output.slice(0, 100)}`);
    return version;
  }

  async *scan(files: readonly LocalFile[], call: ToolCall): AsyncGenerator<ScannedFile> {
    const { signal } = call;
    const reasons = await mapConcurrently(files, { width: 8, signal }, (file) => unscannable(file, this.#mostBytes));
    const given = files.filter((_, index) => reasons[index] === null);
    for (const [index, { path }] of files.entries()) {
      const reason = reasons[index];
      if (typeof reason === 'string') yield { path, outcome: { result: 'unread', reason } };
    }
    if (given.length === 0) return;
    await this.#scanner.before(call);
    yield* this.#apart(given.filter(isListed), call, (some) => this.#runListed(some, call));
    const others = given.filter((file) => !isListed(file));
    for (let from = 0; from < others.length; from += ARGUMENTS)
      yield* this.#apart(others.slice(from, from + ARGUMENTS), call, (some) =>
        this.#run(
          some,
          some.map(({ location }) => location),
          call,
        ),
      );
  }

  #apart(files: readonly LocalFile[], call: ToolCall, run: ManyFiles<ScannedFile>['run']): AsyncGenerator<ScannedFile> {
    return apartFromFailing(files, {
      run,
      failed: ({ path }, { message }) => ({ path, outcome: { result: 'unread', reason: message } }),
      requireWorking: () => this.#requireWorking(call),
    });
  }

  /** Throws ToolFailure where the scanner does not work, or has no signatures. */
  async #requireWorking(call: ToolCall): Promise<void> {
    await this.#scanner.before(call);
    if ((await this.#scanner.knownViruses(call)) === 0) throw failure('has no virus signatures; freshclam gets them');
  }

  async *#runListed(files: readonly LocalFile[], call: ToolCall): AsyncGenerator<ScannedFile> {
    await using list = await temporaryFile(files.map(({ location }) => `${location}\n`).join(''), call);
    yield* this.#run(files, [`--file-list=${list.path}`], call);
  }

  async *#run(files: readonly LocalFile[], words: readonly string[], call: ToolCall): AsyncGenerator<ScannedFile> {
    const locations = new Set(files.map(({ location }) => location));
    const printed: Buffer[] = [];
    const end = await this.#runToSummary(words, call, (chunk) => void printed.push(chunk));
    if (end instanceof ToolFailure) {
      await this.#requireWorking(call);
      const { outcomes } = readScanReport(wholeLines(Buffer.concat(printed).toString()), locations);
      for (const { path, location } of files) {
        const outcome = outcomes.get(location);
        if (outcome !== undefined) yield { path, outcome };
      }
      throw new BrokenOff(end);
    }
    const report = readScanReport(end.output, locations);
    const isWhole = files.every(({ location }) => report.outcomes.has(location));
    await this.#scanner.after(report, isWhole, call);
    for (const file of files)
      yield { path: file.path, outcome: report.outcomes.get(file.location) ?? unread(file, end) };
  }

  /** Answers the failure of a scanner that does not come to its end. */
  async #runToSummary(
    words: readonly string[],
    call: ToolCall,
    onOutput: (chunk: Buffer) => void,
  ): Promise<ToolRun | ToolFailure> {
    const all = [this.#scanner.command, ...this.#scanner.options, '--stdout', ...words];
    try {
      const end = await runTool({ tool: 'clamav', words: all, onOutput }, this.#surroundings, call);
      const hasSummary = readScanReport(end.output, new Set()).summary !== null;
      return hasSummary && end.code <= 2 ? end : badEnd('clamav', end);
    } catch (error) {
      if (error instanceof ToolFailure) return error;
      throw error;
    }
  }
}

/**
 * ClamAV by a command that prints a line for each file. A file on which it crashes or hangs is unread, and the others are
 * scanned nevertheless.
 */
export const commandScanner = (scanner: ScanCommand, surroundings: ToolSurroundings, mostBytes: number): VirusScanner =>
  new CommandScanner(scanner, surroundings, mostBytes);
