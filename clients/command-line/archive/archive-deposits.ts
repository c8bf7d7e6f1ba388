import { ApiFault } from '../../api/api-fault.js';
import type { PreservationClient } from '../../api/preservation-client.js';
import type { ArchiveJob, ArchivePreview } from '../../api/resources.js';
import { backOffMs } from '../../../flow/back-off.js';
import { pause } from '../../../flow/pause.js';
import type { ArchiveArguments } from '../arguments/archive-arguments.js';
import { lineOf } from '../output/cells.js';

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

const POLLS = { firstMs: 50, capMs: 5_000, jitter: 'none' } as const;

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
const reasonsOf = async (
  { client, signal }: ArchiveRun,
  { depositId, reasons }: ArchivePreview,
  { dryRun, olderThan }: Pick<ArchiveArguments, 'dryRun' | 'olderThan'>,
): Promise<readonly string[]> => {
  if (dryRun || reasons.length > 0) return reasons.map(({ message }) => message);
  try {
    const { id } = await client.archiveDeposit(depositId, olderThan, { signal });
    const { errors } = await endOf(client, depositId, id, signal);
    return (errors ?? []).map(({ message }) => message);
  } catch (error) {
    if (error instanceof ApiFault && error.status === 409) return [error.message];
    throw error;
  }
};

/** The archive job after its end. */
const endOf = async (
  client: ArchiveClient,
  depositId: string,
  jobId: string,
  signal: AbortSignal,
): Promise<ArchiveJob> => {
  for (let polls = 0; ; polls++) {
    const job = await client.getDepositArchiveJob(depositId, { signal });
    if (job !== null && (job.id !== jobId || job.status !== 'processing')) return job;
    await pause(backOffMs(polls, POLLS), signal);
    signal.throwIfAborted();
  }
};
