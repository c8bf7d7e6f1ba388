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

/** Works with a temporary file. */
export const withFile = async <T>(content: string, work: (path: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-clamav-'));
  try {
    const path = join(folder, 'list');
    await writeFile(path, content);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Of a file without a line: what the scanner has said about it elsewhere. */
const unread = ({ location }: LocalFile, { output, errors }: ToolRun): ScanOutcome => {
  const said = `${output}\n${errors}`.split('\n').find((line) => line.includes(location));
  return { result: 'unread', reason: said?.trim() ?? 'ClamAV has no result for it' };
};

/**
 * ClamAV by a command that prints a line for each file. Results are handed on when the command has come to its end, as
 * only then it is certain that it had signatures.
 */
export const commandScanner = (
  scanner: ScanCommand,
  surroundings: ToolSurroundings,
  mostBytes: number,
): VirusScanner => {
  const run = async (files: readonly LocalFile[], words: readonly string[], call: ToolCall): Promise<ScannedFile[]> => {
    const all = [scanner.command, ...scanner.options, '--stdout', ...words];
    const end = await runTool({ tool: 'clamav', words: all }, surroundings, call.signal);
    const report = readScanReport(end.output, new Set(files.map(({ location }) => location)));
    if (report.summary === null || end.code > 2) throw badEnd('clamav', end);
    await scanner.after(
      report,
      files.every(({ location }) => report.outcomes.has(location)),
      call,
    );
    return files.map((file) => ({ path: file.path, outcome: report.outcomes.get(file.location) ?? unread(file, end) }));
  };
  const runListed = (files: readonly LocalFile[], call: ToolCall): Promise<ScannedFile[]> =>
    withFile(files.map(({ location }) => `${location}\n`).join(''), (list) =>
      run(files, [`--file-list=${list}`], call),
    );

  return {
    async version(call): Promise<ScannerVersion> {
      const words = [scanner.command, '--version'];
      const { output } = await runTool({ tool: 'clamav', words }, surroundings, call.signal);
      const version = scannerVersion(output, await scanner.knownViruses(call));
      if (version === null) throw failure(`prints no version, but ${output.slice(0, 100)}`);
      return version;
    },
    async *scan(files, call) {
      const { signal } = call;
      const reasons = await mapConcurrently(files, { width: 8, signal }, (file) => unscannable(file, mostBytes));
      const given = files.filter((_, index) => reasons[index] === null);
      for (const [index, { path }] of files.entries()) {
        const reason = reasons[index];
        if (typeof reason === 'string') yield { path, outcome: { result: 'unread', reason } };
      }
      if (given.length === 0) return;
      await scanner.before(call);
      const listed = given.filter(isListed);
      if (listed.length > 0) yield* await runListed(listed, call);
      const others = given.filter((file) => !isListed(file));
      for (let from = 0; from < others.length; from += ARGUMENTS) {
        const some = others.slice(from, from + ARGUMENTS);
        const words = some.map(({ location }) => location);
        yield* await run(some, words, call);
      }
    },
  };
};
