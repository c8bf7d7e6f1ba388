import type { ArchiveFailure, DepositFact } from '../../events/deposit.js';
import { typeGuard } from '../../events/type-guard.js';
import { UNSTEERED, type Steering } from '../core/steering.js';

/** An archive job of a deposit (companion 2.20). Times are UTC. */
export interface ArchiveJob {
  readonly jobId: string;
  readonly status: 'processing' | 'completed' | 'completedWithErrors';
  /** Agent name. */
  readonly by: string;
  readonly created: string;
  readonly lastModified: string;
  /** Null where an archiver outside of the platform did not report it. */
  readonly begun: string | null;
  readonly finished: string | null;
  /** Null while it runs; empty where it has archived the deposit. */
  readonly errors: readonly ArchiveFailure[] | null;
  readonly steering: Steering;
  /** Since when it removes what it has proven to be preserved, and for whom; null before. */
  readonly verified: Readonly<{ by: string; since: string }> | null;
  /** The agent that cancelled it; null for any other job. */
  readonly cancelledBy: string | null;
  /** Of its last claim; 0 before the first. */
  readonly epoch: number;
  /** The worker of that epoch; null before the first claim. */
  readonly worker: string | null;
}

/** The facts about archive jobs. */
export type ArchiveFact = Extract<
  DepositFact,
  {
    type:
      | 'DepositArchivingBegun'
      | 'DepositArchivingClaimed'
      | 'DepositArchivingVerified'
      | 'DepositArchivingFailed'
      | 'DepositArchived'
      | 'ArchiveJobReported';
  }
>;

export const isArchiveFact = typeGuard<ArchiveFact>({
  DepositArchivingBegun: true,
  DepositArchivingClaimed: true,
  DepositArchivingVerified: true,
  DepositArchivingFailed: true,
  DepositArchived: true,
  ArchiveJobReported: true,
});

const UNTOUCHED = { steering: UNSTEERED, verified: null, cancelledBy: null, epoch: 0, worker: null } as const;

/** The job of the fact, which is the last one from then on. */
export const evolveArchiveJob = (before: ArchiveJob | null, { type, data }: ArchiveFact): ArchiveJob | null => {
  switch (type) {
    case 'DepositArchivingBegun': {
      const { jobId, by, at } = data;
      return {
        jobId,
        status: 'processing',
        by,
        created: at,
        lastModified: at,
        begun: at,
        finished: null,
        errors: null,
        ...UNTOUCHED,
      };
    }
    case 'DepositArchivingClaimed': {
      const { epoch, worker, at: lastModified } = data;
      return before === null ? null : { ...before, epoch, worker, lastModified };
    }
    case 'ArchiveJobReported': {
      const { jobId, by, at, started: begun, finished, errors } = data;
      const status = errors.length === 0 ? 'completed' : 'completedWithErrors';
      return { jobId, status, by, created: at, lastModified: at, begun, finished, errors, ...UNTOUCHED };
    }
    case 'DepositArchivingVerified':
      return before === null ? null : { ...before, lastModified: data.at, verified: { by: before.by, since: data.at } };
    case 'DepositArchivingFailed':
      return { ...ended(before, data, 'completedWithErrors', data.errors), cancelledBy: data.cancelledBy ?? null };
    case 'DepositArchived':
      return ended(before, data, 'completed', []);
  }
};

/** A deposit that was archived before its jobs were recorded has only the end of the job. */
const ended = (
  before: ArchiveJob | null,
  { jobId, by, at }: { readonly jobId: string; readonly by: string; readonly at: string },
  status: ArchiveJob['status'],
  errors: readonly ArchiveFailure[],
): ArchiveJob => ({
  ...(before?.jobId === jobId ? before : { jobId, by, created: at, begun: null, ...UNTOUCHED }),
  status,
  lastModified: at,
  finished: at,
  errors,
});

/** Whether the job has not ended. */
export const isArchiving = (job: ArchiveJob | null): job is ArchiveJob => job?.status === 'processing';
