import type { Admission, DepositBeginning } from '../../events/deposit.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** One import job of a deposit. */
export interface DepositJob {
  readonly jobId: string;
  readonly resultId: string;
  readonly acceptedAt: string;
  readonly acceptedBy: string;
  readonly outcome: 'live' | 'completed' | 'completedWithErrors';
}

interface DepositBase extends DepositBeginning {
  readonly active: boolean;
  /** The admission by which it is active; null for an inactive deposit and for one without a group. */
  readonly admission: Admission;
  /** The newest admission that was answered, by group; older ones are ignored. */
  readonly considered: ReadonlyMap<RepositoryPath, number>;
  readonly lock: Readonly<{ by: string; at: string }> | null;
  /** Oldest first. */
  readonly jobs: readonly DepositJob[];
  /** Whether the workspace was filled from its template. */
  readonly prepared: boolean;
  /** The ETag of the METS after the last edit; null before the first edit. */
  readonly editedMets: string | null;
  readonly created: string;
  readonly createdBy: string;
  readonly lastModified: string;
  readonly lastModifiedBy: string;
}

/** A deposit (preservation 2.6), without what must be looked up elsewhere: its METS' ETag, its group's existence. */
export type Deposit = DepositBase &
  (
    | { readonly status: 'new' | 'error' }
    | { readonly status: 'preserved'; readonly preserved: Readonly<{ at: string; by: string; version: string }> }
  );

export interface DeletedDeposit {
  readonly status: 'deleted';
  readonly depositId: string;
  readonly files: DepositBeginning['files'];
  readonly archivalGroup: RepositoryPath | null;
  readonly admission: Admission;
  /** Oldest first; kept after the deletion, like what they imported. */
  readonly jobs: readonly DepositJob[];
  /** Whether the workspace was emptied. */
  readonly emptied: boolean;
}

export type DepositState = { readonly status: 'absent' } | Deposit | DeletedDeposit;

/** The deposit; null before its creation and after its deletion. */
export const existing = (state: DepositState): Deposit | null =>
  state.status === 'absent' || state.status === 'deleted' ? null : state;
