import type { PreservationClient } from '../../../api/preservation-client.js';
import type { ArchivePreview } from '../../../api/resources.js';
import { archiveDeposit } from '../../deposit/archive-deposit.js';
import { STEPS } from '../../output/steps.js';
import type { Session } from '../../program/verb.js';
import { depositRecord, depositText, type ArchiveCounts, type ArchiveResult } from './archive-text.js';
import type { ArchiveOptions } from './options.js';

type ArchiveClient = Pick<
  PreservationClient,
  'listArchivableDeposits' | 'archiveDeposit' | 'getDepositArchiveJob' | 'previewArchiving'
>;

/** Archives deposits one after the other, or only tells what would be removed; writes a line for each. */
export const archiveDeposits = async (
  client: ArchiveClient,
  { deposit, isDryRun, olderThan, batch }: ArchiveOptions,
  { output, interrupted: signal }: Pick<Session, 'output' | 'interrupted'>,
): Promise<ArchiveCounts> => {
  const counts = { archived: 0, skipped: 0, files: 0, bytes: 0 };
  const found =
    deposit === null ? await client.listArchivableDeposits(olderThan, batch, { signal }) : [{ depositId: deposit }];
  output.progress.begin(STEPS.archiving, { files: found.length, bytes: 0, noun: 'deposit' });
  for (const { depositId } of found) {
    const preview = await client.previewArchiving(depositId, olderThan, { signal });
    const reasons = await reasonsOf(client, preview, { isDryRun, olderThan, signal });
    const result: ArchiveResult = reasons.length > 0 ? 'skipped' : isDryRun ? 'archivable' : 'archived';
    const { files, bytes } = result === 'skipped' ? { files: 0, bytes: 0 } : preview;
    counts[result === 'skipped' ? 'skipped' : 'archived'] += 1;
    counts.files += files;
    counts.bytes += bytes;
    await output.record(depositRecord(preview, result, reasons));
    if (output.form !== 'json') await output.write(depositText(preview, result, reasons, output));
    output.progress.advance(1, 0);
  }
  output.progress.end();
  return counts;
};

interface Asking extends Pick<ArchiveOptions, 'isDryRun' | 'olderThan'> {
  readonly signal: AbortSignal;
}

/** Why the deposit was, or would be, not archived; empty where it was. */
const reasonsOf = (
  client: ArchiveClient,
  { depositId, reasons }: ArchivePreview,
  { isDryRun, olderThan, signal }: Asking,
): readonly string[] | Promise<readonly string[]> =>
  isDryRun || reasons.length > 0
    ? reasons.map(({ message }) => message)
    : archiveDeposit(client, depositId, olderThan, { signal });
