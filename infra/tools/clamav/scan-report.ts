import type { ScanOutcome } from '../../../formats/tools/findings/findings.js';
import { scanOutcome } from './scan-answer.js';

/** What clamscan or clamdscan has printed to its end. */
export interface ScanReport {
  /** By location; a file without a line is missing. */
  readonly outcomes: ReadonlyMap<string, ScanOutcome>;
  /** Null where there is no summary: then the scanner did not come to its end. */
  readonly summary: ReadonlyMap<string, string> | null;
}

/** How many signatures clamscan had by its summary; 0 where that does not tell. */
export const knownVirusesIn = ({ summary }: ScanReport): number => Number(summary?.get('Known viruses') ?? 0);

const SUMMARY = /^-+ SCAN SUMMARY -+$/;

/**
 * Reads `<location>: <answer>` lines; a location may contain colons, and ends of lines. Lines about other files are left
 * out.
 */
export const readScanReport = (printed: string, locations: ReadonlySet<string>): ScanReport => {
  const outcomes = new Map<string, ScanOutcome>();
  const lines = printed.split('\n');
  const end = lines.findLastIndex((line) => SUMMARY.test(line));
  const begins = (text: string): boolean => [...broken].some((location) => location.startsWith(text));
  const broken = [...locations].filter((location) => location.includes('\n'));
  let carried = '';
  for (const line of lines.slice(0, end === -1 ? undefined : end)) {
    const text = `${carried}${line}`;
    const colon = colonAfterLocation(text, locations);
    carried = colon === null && broken.length > 0 && begins(`${text}\n`) ? `${text}\n` : '';
    if (colon === null) continue;
    const location = text.slice(0, colon);
    if (outcomes.get(location)?.result !== 'infected') outcomes.set(location, scanOutcome(text.slice(colon + 2)));
  }
  return { outcomes, summary: end === -1 ? null : summaryOf(lines.slice(end + 1)) };
};

const colonAfterLocation = (text: string, locations: ReadonlySet<string>): number | null => {
  for (let at = text.lastIndexOf(': '); at > 0; at = text.lastIndexOf(': ', at - 1))
    if (locations.has(text.slice(0, at))) return at;
  return null;
};

const summaryOf = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const];
    }),
  );
