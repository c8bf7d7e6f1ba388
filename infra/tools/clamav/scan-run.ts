import type { ScanOutcome, ScannedFile } from '../../../formats/tools/findings/findings.js';
import { ToolFailure, type LocalFile, type ToolCall } from '../../../formats/tools/findings/tool-ports.js';
import { BrokenOff } from '../process/apart-from-failing.js';
import { badEnd, runTool, type ToolRun } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { readScanReport, type ScanReport } from './scan-report.js';

/** How clamscan or clamdscan is run over some files. */
export interface ScanRun {
  /** The command, absolute, with its options and the files. */
  readonly words: readonly string[];
  /** Throws ToolFailure where the scanner does not work, or has no signatures. */
  readonly requireWorking: () => Promise<void>;
  /** Throws ToolFailure where what the scanner has printed cannot be believed; `isWhole`: it has a result for each file. */
  readonly confirm: (report: ScanReport, isWhole: boolean) => Promise<void>;
}

/** How ClamAV ends that has come to its end: without viruses, with some, or with files that it could not read. */
const MOST_CODE = 2;

/** Of a file without a line: what the scanner has said about it elsewhere. */
const unread = ({ location }: LocalFile, said: readonly string[]): ScanOutcome => {
  const line = said.find((each) => each.includes(location));
  return { result: 'unread', reason: line?.trim() ?? 'ClamAV has no result for it' };
};

/** The results of all files, by what the scanner has said about them in lines. */
export const scannedOf = (
  files: readonly LocalFile[],
  outcomes: ScanReport['outcomes'],
  said: readonly string[],
): readonly ScannedFile[] =>
  files.map((file) => ({ path: file.path, outcome: outcomes.get(file.location) ?? unread(file, said) }));

/** The results of the files about which a scanner has said something before it failed. */
export const scannedBefore = (files: readonly LocalFile[], outcomes: ScanReport['outcomes']): readonly ScannedFile[] =>
  files.flatMap(({ path, location }) => {
    const outcome = outcomes.get(location);
    return outcome === undefined ? [] : [{ path, outcome }];
  });

/** The locations of files. */
export const locationsOf = (files: readonly LocalFile[]): ReadonlySet<string> =>
  new Set(files.map(({ location }) => location));

const wholeLines = (printed: string): string => printed.slice(0, printed.lastIndexOf('\n') + 1);

/** Answers the failure of a scanner that does not come to its end. */
const runToSummary = async (
  words: readonly string[],
  onOutput: (chunk: Buffer) => void,
  surroundings: ToolSurroundings,
  call: ToolCall,
): Promise<ToolRun | ToolFailure> => {
  try {
    const end = await runTool({ tool: 'clamav', words, onOutput }, surroundings, call);
    const hasSummary = readScanReport(end.output, new Set()).summary !== null;
    return hasSummary && end.code <= MOST_CODE ? end : badEnd('clamav', end);
  } catch (error) {
    if (error instanceof ToolFailure) return error;
    throw error;
  }
};

/**
 * Runs a command of ClamAV over some files, to its end. Results are handed on when it is certain that it had signatures.
 * Throws BrokenOff after them where it has not come to its end.
 */
export async function* scanRun(
  files: readonly LocalFile[],
  { words, requireWorking, confirm }: ScanRun,
  surroundings: ToolSurroundings,
  call: ToolCall,
): AsyncGenerator<ScannedFile> {
  const locations = locationsOf(files);
  const printed: Buffer[] = [];
  const end = await runToSummary(words, (chunk) => void printed.push(chunk), surroundings, call);
  if (end instanceof ToolFailure) {
    await requireWorking();
    const { outcomes } = readScanReport(wholeLines(Buffer.concat(printed).toString()), locations);
    yield* scannedBefore(files, outcomes);
    throw new BrokenOff(end);
  }
  const report = readScanReport(end.output, locations);
  await confirm(
    report,
    files.every(({ location }) => report.outcomes.has(location)),
  );
  yield* scannedOf(files, report.outcomes, `${end.output}\n${end.errors}`.split('\n'));
}
