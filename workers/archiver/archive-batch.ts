import { randomUUID } from 'node:crypto';
import { beginArchiving } from '../../commands/processes/deposits/archive-deposit.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { isArchiving } from '../../commands/deposit/archive-job.js';
import { readDeposit } from '../../commands/deposit/deposit-stream.js';
import { timestampOf } from '../../events/time.js';
import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';
import { beforePeriod, type Period } from '../../formats/period.js';
import type { ArchivableDepositsView } from '../../projections/archivable-deposits/archivable-deposits.js';
import type { Log } from '../log.js';
import { whenViewComplete } from '../when-view-complete.js';

/** Which deposits a batch takes. */
export interface BatchSize {
  /** How long ago a deposit must have been modified last. */
  readonly olderThan: Period;
  /** How many deposits a batch takes at most. */
  readonly batch: number;
}

export interface BatchOptions extends BatchSize {
  readonly dependencies: Dependencies;
  readonly archivable: Pick<ArchivableDepositsView, 'oldest'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const LOOKS = { firstMs: 20, capMs: 2_000 };

/** Resolves once the deposit has no archive job that has not ended. */
const untilArchived = async ({ dependencies: { events }, signal }: BatchOptions, depositId: string): Promise<void> => {
  for (let looks = 0; isArchiving((await readDeposit(events, depositId))?.archiveJob ?? null); looks++) {
    await pause(backOffMs(looks, LOOKS), signal);
    signal.throwIfAborted();
  }
};

/**
 * Has the oldest deposits archived, one after the other. The view may be behind: the deposit itself decides, and one that
 * refuses is passed over. Rejects with the faults of the stores.
 */
export const archiveBatch = async (options: BatchOptions): Promise<void> => {
  const { dependencies, archivable, olderThan, batch, log, signal } = options;
  const before = beforePeriod(dependencies.now(), olderThan);
  const oldest = await whenViewComplete(() => archivable.oldest(timestampOf(before), batch), signal);
  let begun = 0;
  for (const { depositId } of oldest) {
    signal.throwIfAborted();
    const commandId = randomUUID();
    const intent = {
      commandId,
      correlationId: commandId,
      actor: { agent: 'archiver', source: 'platform', appId: null } as const,
      at: timestampOf(dependencies.now()),
    };
    const result = await beginArchiving(dependencies, intent, { depositId, before, again: false });
    if (!result.ok) {
      log.info('A deposit is not archived', { deposit: depositId, why: result.refusal.detail });
      continue;
    }
    begun += 1;
    await untilArchived(options, depositId);
  }
  log.info('A batch of deposits was archived', { begun, before: before.toISOString() });
};
