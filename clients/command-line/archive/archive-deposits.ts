import type { PreservationClient } from '../../api/preservation-client.js';
import type { ArchivePreview } from '../../api/resources.js';
import type { ArchiveArguments } from '../arguments/archive-arguments.js';
import { lineOf } from '../output/cells.js';
import { archiveDeposit } from './archive-deposit.js';

type ArchiveClient = Pick<
  PreservationClient,
  'listArchivableDeposits' | 'archiveDeposit' | 'getDepositArchiveJob' | 'previewArchiving'
>;

/** What became of the deposits. */
export interface ArchiveCounts {
  archived: number;
  skipped: number;
  files: number;
  bytes: number;
}

export interface ArchiveRun {
  readonly client: ArchiveClient;
  readonly signal: AbortSignal;
  readonly write: (line: string) => void;
}

/** Archives deposits one after the other, or only tells what would be removed; writes a line for each. */
export const archiveDeposits = async (
  run: ArchiveRun,
  { deposit, dryRun, olderThan, batch }: ArchiveArguments,
): Promise<ArchiveCounts> => {
  const { client, signal, write } = run;
  const counts: ArchiveCounts = { archived: 0, skipped: 0, files: 0, bytes: 0 };
  const found =
    deposit === null ? await client.listArchivableDeposits(olderThan, batch, { signal }) : [{ depositId: deposit }];
  for (const { depositId } of found) {
    const preview = await client.previewArchiving(depositId, olderThan, { signal });
    const reasons = await reasonsOf(run, preview, { dryRun, olderThan });
    const isDone = reasons.length === 0;
    const result = isDone ? (dryRun ? 'archivable' : 'archived') : 'skipped';
    const { files, bytes } = isDone ? preview : { files: 0, bytes: 0 };
    counts[isDone ? 'archived' : 'skipped'] += 1;
    counts.files += files;
    counts.bytes += bytes;
    write(lineOf(result, depositId, String(preview.files), String(preview.bytes), reasons.join(' ')));
  }
  return counts;
};

/** Why the deposit was, or would be, not archived; empty where it was. */
const reasonsOf = (
  { client, signal }: ArchiveRun,
  { depositId, reasons }: ArchivePreview,
  { dryRun, olderThan }: Pick<ArchiveArguments, 'dryRun' | 'olderThan'>,
): readonly string[] | Promise<readonly string[]> =>
  dryRun || reasons.length > 0
    ? reasons.map(({ message }) => message)
    : archiveDeposit(client, depositId, olderThan, { signal });
