import type { Losses } from './decoded-text.js';
import { chomp, linesOf } from './lines.js';
import { summaryOf, type ScanSummary } from './scan-summary.js';

const SUMMARY = '----------- SCAN SUMMARY -----------';

/** What the log of a virus scan says. Paths are as the scanner has them. */
export interface VirusLog {
  /** By infected file the scanner's words, verbatim: they begin with the space that follows the path. */
  readonly hits: ReadonlyMap<string, string>;
  /** Files that could not be scanned, so that nothing is known of them. */
  readonly unscanned: ReadonlySet<string>;
  /** Null for a scan that did not come to its end: then there are no hits, and no file is vouched for. */
  readonly summary: ScanSummary | null;
}

/** Reads the log of a virus scan (companion 9.5). Of several hits in one file the first counts. */
export const readVirusLog = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<VirusLog> => {
  const hits = new Map<string, string>();
  const unscanned = new Set<string>();
  let summary: string[] | null = null;
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block.map(chomp)) {
      if (summary !== null) {
        if (summary.length < MOST_SUMMARY_LINES) summary.push(line);
        continue;
      }
      if (line.trimEnd() === SUMMARY) {
        summary = [];
        continue;
      }
      const [path, words] = splitAtLast(line);
      if (path !== '' && words.endsWith(' FOUND') && !hits.has(path)) hits.set(path, words);
      else if (path !== '' && words.endsWith(' ERROR')) unscanned.add(path);
    }
    losses.isTooLong ||= hits.size + unscanned.size >= losses.limits.files;
    if (losses.isTooLong) break;
  }
  return summary === null
    ? { hits: new Map(), unscanned, summary: null }
    : { hits, unscanned, summary: summaryOf(summary) };
};

const MOST_SUMMARY_LINES = 1000;

/** A path may hold a colon and a space itself, the words after it do not. */
const splitAtLast = (line: string): [path: string, words: string] => {
  const at = line.lastIndexOf(': ');
  return at === -1 ? ['', ''] : [line.slice(0, at), line.slice(at + 1)];
};
