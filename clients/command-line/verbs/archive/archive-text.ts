import type { ArchivePreview } from '../../../api/resources.js';
import { countText, sizeText } from '../../output/amounts.js';
import { lineOf } from '../../output/cells.js';
import { printable } from '../../output/printable.js';
import type { Output } from '../../program/output.js';

/** What became of the deposits; files and bytes are of those that were archived, or would be. */
export interface ArchiveCounts {
  readonly archived: number;
  readonly skipped: number;
  readonly files: number;
  readonly bytes: number;
}

export type ArchiveResult = 'archived' | 'archivable' | 'skipped';

/** The width of the word at the beginning of a line. */
const WORD = 12;

/** What became of a deposit: into a pipe five cells between tabs, which are result, id, files, bytes, reasons. */
export const depositText = (
  { depositId, files, bytes }: ArchivePreview,
  result: ArchiveResult,
  reasons: readonly string[],
  { form }: Pick<Output, 'form'>,
): string => {
  if (form !== 'terminal') return lineOf(result, depositId, `${files}`, `${bytes}`, reasons.join(' '));
  const first = `${result.padEnd(WORD)}${depositId}  ${countText(files, 'file')}, ${sizeText(bytes)}`;
  return [first, ...reasons.map((reason) => `${' '.repeat(WORD)}${printable(reason)}`), ''].join('\n');
};

/** The same as a JSON line. */
export const depositRecord = (
  { depositId, archivalGroup, version, files, bytes, unread }: ArchivePreview,
  result: ArchiveResult,
  reasons: readonly string[],
): object => ({
  ...{ type: 'deposit', depositId, result, archivalGroup, version, files, bytes, unread },
  reasons: reasons.map((message) => ({ id: null, message })),
});

/** The last line. */
export const archiveVerdict = ({ archived, skipped, bytes }: ArchiveCounts, isDryRun: boolean): string => {
  const deposits = countText(archived, 'deposit');
  const kept = skipped === 0 ? '' : ` ${countText(skipped, 'deposit')} skipped.`;
  if (isDryRun) return `Would archive ${deposits}, and free ${sizeText(bytes)}.${kept}\n`;
  const proven = archived === 0 ? '' : ' The repository has the files.';
  return `Archived ${deposits}, ${sizeText(bytes)} freed.${proven}${kept}\n`;
};
