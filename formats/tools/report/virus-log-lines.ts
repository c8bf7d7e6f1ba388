import type { UsedScanner } from '../findings/findings.js';
import type { AllFindings } from '../findings/file-findings.js';
import { pathInLine } from '../paths/path-in-line.js';
import { parentOf } from '../../paths/repository-path.js';

/** A virus scan that has ended. */
export interface EndedScan {
  readonly scanner: UsedScanner;
  readonly begun: Date;
  readonly ended: Date;
}

/**
 * The log of a virus scan in the scanner's layout (companion 9.5), in UTC. Infected and unreadable files are named, and
 * counted in the summary, so that the others are proven to be clean. A line break in a name is encoded.
 */
export async function* virusLogLines(findings: AllFindings, scan: EndedScan): AsyncGenerator<string> {
  yield '\n';
  const folders = new Set<string>();
  const counts = { files: 0, infected: 0, errors: 0, bytes: 0 };
  for await (const { path, scanned, identified } of findings) {
    if (scanned === null) continue;
    folders.add(parentOf(path) ?? '');
    if (scanned.result === 'unread') {
      counts.errors += 1;
      yield `${pathInLine(path)}: ${inOneLine(scanned.reason)} ERROR\n`;
      continue;
    }
    counts.files += 1;
    counts.bytes += identified?.size ?? 0;
    if (scanned.result === 'clean') continue;
    counts.infected += 1;
    yield `${pathInLine(path)}: ${inOneLine(scanned.signature)} FOUND\n`;
  }
  yield* summaryLines(scan, { ...counts, folders: folders.size });
}

interface Counts {
  readonly files: number;
  readonly folders: number;
  readonly infected: number;
  readonly errors: number;
  readonly bytes: number;
}

function* summaryLines({ scanner, begun, ended }: EndedScan, counts: Counts): Generator<string> {
  const seconds = (ended.getTime() - begun.getTime()) / 1_000;
  const megabytes = (counts.bytes / 1_048_576).toFixed(2);
  yield '----------- SCAN SUMMARY -----------\n';
  yield `Known viruses: ${scanner.knownViruses ?? ''}\n`;
  yield `Engine version: ${scanner.engine}\n`;
  yield `Scanned directories: ${counts.folders}\n`;
  yield `Scanned files: ${counts.files}\n`;
  yield `Infected files: ${counts.infected}\n`;
  if (counts.errors > 0) yield `Total errors: ${counts.errors}\n`;
  yield `Data scanned: ${megabytes} MB\n`;
  yield `Data read: ${megabytes} MB (ratio 1.00:1)\n`;
  yield `Time: ${seconds.toFixed(3)} sec (${Math.floor(seconds / 60)} m ${Math.floor(seconds % 60)} s)\n`;
  yield `Start Date: ${withColons(begun)}\n`;
  yield `End Date:   ${withColons(ended)}\n`;
  yield `Date scanned: ${begun.toISOString().slice(0, 23).replace('T', ' ')}000`;
}

/** Such as `2025:05:19 08:58:15`. */
const withColons = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', ':');

const inOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');
