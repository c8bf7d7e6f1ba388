import type { Losses } from '../../text/decoded-text.js';
import { chomp, linesOf } from '../../text/lines.js';
import { readScanLine, type ScanLine } from './scan-line.js';
import { summaryOf, type ScanSummary } from './scan-summary.js';

const SUMMARY = '----------- SCAN SUMMARY -----------';

/** The content of a virus scan's log, by the scanner's paths. */
export interface VirusLog {
  /** The scanner's message for each infected file, verbatim: it begins with the space after the path. */
  readonly hits: ReadonlyMap<string, string>;
  /** Files that the log names as clean. */
  readonly clean: ReadonlySet<string>;
  /** Files that could not be read: all possible paths by the shortest one. */
  readonly unread: ReadonlyMap<string, readonly string[]>;
  /** Files that the scanner skipped, or of which a line is not understood. */
  readonly passedOver: ReadonlySet<string>;
  /** The scanner's other errors: what may be a path, by the line. */
  readonly errors: ReadonlyMap<string, readonly string[]>;
  /** Whether no line was left out. */
  readonly isWhole: boolean;
  /** Null for an unfinished scan: then no file counts as clean. */
  readonly summary: ScanSummary | null;
}

/**
 * Reads the log of a virus scan (companion 9.5). Of several hits in one file the first counts. Of several scans in one
 * log, the hits of all count, and the rest of the last one.
 */
export const readVirusLog = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<VirusLog> => {
  const log = new LogReader();
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block.map(chomp)) log.take(line);
    losses.isTooLong ||= countOf(log.findings) >= losses.limits.files;
    if (losses.isTooLong) break;
  }
  const isWhole = losses.leftOut === 0 && !losses.isTooLong;
  const { findings, later, summary } = log;
  const errors = new Map([...findings.errors, ...later]);
  return { ...findings, errors, isWhole, summary: summary && summaryOf(summary) };
};

/** Takes the lines of a log one after another. */
class LogReader {
  readonly findings: Findings = begin();
  /** The lines below the heading of the last summary; null while the lines are about files. */
  summary: string[] | null = null;
  /** Errors below the last summary: those of a next scan, if one follows. */
  later = new Map<string, readonly string[]>();

  take(line: string): void {
    const isSummary = line.trimEnd() === SUMMARY;
    const scanLine = isSummary ? null : readScanLine(line);
    if (this.summary !== null && (isSummary || beginsScan(scanLine))) {
      forget(this.findings);
      for (const [words, paths] of this.later) this.findings.errors.set(words, paths);
      this.later.clear();
      this.summary = null;
    }
    if (isSummary) this.summary = [];
    else if (this.summary === null) {
      if (scanLine !== null) note(this.findings, scanLine);
    } else if (scanLine?.result === 'error') this.later.set(scanLine.line, scanLine.paths);
    else if (this.summary.length < MOST_SUMMARY_LINES) this.summary.push(line);
  }
}

const MOST_SUMMARY_LINES = 1000;

interface Findings {
  readonly hits: Map<string, string>;
  readonly clean: Set<string>;
  readonly unread: Map<string, readonly string[]>;
  readonly passedOver: Set<string>;
  readonly errors: Map<string, readonly string[]>;
}

const begin = (): Findings => ({
  hits: new Map(),
  clean: new Set(),
  unread: new Map(),
  passedOver: new Set(),
  errors: new Map(),
});

const forget = ({ clean, unread, passedOver, errors }: Findings): void => {
  for (const each of [clean, unread, passedOver, errors]) each.clear();
};

const countOf = ({ hits, clean, unread, passedOver, errors }: Findings): number =>
  hits.size + clean.size + unread.size + passedOver.size + errors.size;

/** A summary line of a label and a value is read as `passed-over`, so that does not begin a scan. */
const beginsScan = (line: ScanLine | null): boolean =>
  line !== null && line.result !== 'passed-over' && line.result !== 'error';

const note = ({ hits, clean, unread, passedOver, errors }: Findings, line: ScanLine): void => {
  switch (line.result) {
    case 'hit':
      if (!hits.has(line.path) && !isMember(line.path, hits)) hits.set(line.path, line.words);
      break;
    case 'clean':
      clean.add(line.path);
      break;
    case 'unread':
      unread.set(line.paths[0], line.paths);
      break;
    case 'error':
      errors.set(line.line, line.paths);
      break;
    case 'passed-over':
      for (const path of line.paths) passedOver.add(path);
  }
};

/** Members of an infected archive are optionally logged as `archive!(depth)member`. */
const isMember = (path: string, hits: ReadonlyMap<string, string>): boolean => {
  const at = path.search(/!\(\d+\)/);
  return at !== -1 && hits.has(path.slice(0, at));
};
