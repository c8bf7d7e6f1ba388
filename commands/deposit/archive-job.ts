import type { ArchiveFailure, DepositFact } from '../../events/deposit.js';
import { typeGuard } from '../../events/type-guard.js';

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
}

/** The facts about archive jobs. */
export type ArchiveFact = Extract<
  DepositFact,
  {
    type:
      | 'DepositArchivingBegun'
      | 'DepositArchivingVerified'
      | 'DepositArchivingFailed'
      | 'DepositArchived'
      | 'ArchiveJobReported';
  }
>;

export const isArchiveFact = typeGuard<ArchiveFact>({
  DepositArchivingBegun: true,
  DepositArchivingVerified: true,
  DepositArchivingFailed: true,
  DepositArchived: true,
  ArchiveJobReported: true,
});

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
      };
    }
    case 'ArchiveJobReported': {
      const { jobId, by, at, started: begun, finished, errors } = data;
      const status = errors.length === 0 ? 'completed' : 'completedWithErrors';
      return { jobId, status, by, created: at, lastModified: at, begun, finished, errors };
    }
    case 'DepositArchivingVerified':
      return before === null ? null : { ...before, lastModified: data.at };
    case 'DepositArchivingFailed':
      return ended(before, data, 'completedWithErrors', data.errors);
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
  ...(before?.jobId === jobId ? before : { jobId, by, created: at, begun: null }),
  status,
  lastModified: at,
  finished: at,
  errors,
});

/** Whether the job has not ended. */
export const isArchiving = (job: ArchiveJob | null): job is ArchiveJob => job?.status === 'processing';
