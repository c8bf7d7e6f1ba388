import type { Losses } from '../text/decoded-text.js';
import { chomp, linesOf } from '../text/lines.js';
import { readScanLine, type ScanLine } from './scan-line.js';
import { summaryOf, type ScanSummary } from './scan-summary.js';

const SUMMARY = '----------- SCAN SUMMARY -----------';

/** What the log of a virus scan says. Paths are as the scanner has them. */
export interface VirusLog {
  /** By infected file the scanner's words, verbatim: they begin with the space that follows the path. */
  readonly hits: ReadonlyMap<string, string>;
  /** Files that the scanner calls clean one by one. */
  readonly clean: ReadonlySet<string>;
  /** What could not be read: all that its path may be, by the shortest. */
  readonly unread: ReadonlyMap<string, readonly string[]>;
  /** What the scanner passed over, or says something unknown of. */
  readonly passedOver: ReadonlySet<string>;
  /** Whether no line had to be left out. */
  readonly isWhole: boolean;
  /** Null for a scan that did not come to its end: then there are no hits, and no file is vouched for. */
  readonly summary: ScanSummary | null;
}

/**
 * Reads the log of a virus scan (companion 9.5). Of several hits in one file the first counts. Where several scans are in
 * one log, what any of them found counts, and of all else what the last one says.
 */
export const readVirusLog = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<VirusLog> => {
  const log = new LogReader();
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block.map(chomp)) log.take(line);
    losses.isTooLong ||= countOf(log.findings) >= losses.limits.files;
    if (losses.isTooLong) break;
  }
  const isWhole = losses.leftOut === 0 && !losses.isTooLong;
  const { findings, summary } = log;
  if (summary === null) return { ...findings, hits: new Map(), isWhole, summary };
  return { ...findings, isWhole, summary: summaryOf(summary) };
};

/** Takes the lines of a log one after another. */
class LogReader {
  readonly findings: Findings = begin();
  /** The lines below the heading of the last summary; null while the lines speak of files. */
  summary: string[] | null = null;

  take(line: string): void {
    const isSummary = line.trimEnd() === SUMMARY;
    const said = isSummary ? null : readScanLine(line);
    if (this.summary !== null && (isSummary || beginsScan(said))) {
      forget(this.findings);
      this.summary = null;
    }
    if (isSummary) this.summary = [];
    else if (this.summary === null) {
      if (said !== null) note(this.findings, said);
    } else if (this.summary.length < MOST_SUMMARY_LINES) this.summary.push(line);
  }
}

const MOST_SUMMARY_LINES = 1000;

interface Findings {
  readonly hits: Map<string, string>;
  readonly clean: Set<string>;
  readonly unread: Map<string, readonly string[]>;
  readonly passedOver: Set<string>;
}

const begin = (): Findings => ({ hits: new Map(), clean: new Set(), unread: new Map(), passedOver: new Set() });

const forget = ({ clean, unread, passedOver }: Findings): void => {
  for (const each of [clean, unread, passedOver]) each.clear();
};

const countOf = ({ hits, clean, unread, passedOver }: Findings): number =>
  hits.size + clean.size + unread.size + passedOver.size;

/** The lines of a summary have a label and a value, so that they look like a file that was passed over. */
const beginsScan = (said: ScanLine | null): boolean => said !== null && said.says !== 'passed-over';

const note = ({ hits, clean, unread, passedOver }: Findings, said: ScanLine): void => {
  switch (said.says) {
    case 'hit':
      if (!hits.has(said.path) && !isMember(said.path, hits)) hits.set(said.path, said.words);
      break;
    case 'clean':
      clean.add(said.path);
      break;
    case 'unread':
      unread.set(said.paths[0], said.paths);
      break;
    case 'passed-over':
      for (const path of said.paths) passedOver.add(path);
  }
};

/** Members of an infected archive are told as `archive!(depth)member`, when that is asked for. */
const isMember = (path: string, hits: ReadonlyMap<string, string>): boolean => {
  const at = path.search(/!\(\d+\)/);
  return at !== -1 && hits.has(path.slice(0, at));
};
