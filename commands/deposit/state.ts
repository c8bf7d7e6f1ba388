import type { Admission, DepositBeginning } from '../../events/deposit.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** One import job of a deposit, as far as the deposit is concerned. */
export interface DepositJob {
  readonly jobId: string;
  readonly resultId: string;
  readonly acceptedAt: string;
  readonly acceptedBy: string;
  readonly outcome: 'live' | 'completed' | 'completedWithErrors';
}

interface DepositBase extends DepositBeginning {
  readonly active: boolean;
  /** By which admission it is active; null for an inactive deposit and for one without a group. */
  readonly admission: Admission;
  /** The newest admission considered, by group: an older one has nothing to say any more. */
  readonly considered: ReadonlyMap<RepositoryPath, number>;
  readonly lock: Readonly<{ by: string; at: string }> | null;
  /** Oldest first. */
  readonly jobs: readonly DepositJob[];
  /** Whether the workspace holds what the template promises. */
  readonly prepared: boolean;
  /** The ETag of the METS as the last edit left it; null before there was one. */
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
  /** Oldest first: what was imported stays, and so does how. */
  readonly jobs: readonly DepositJob[];
  /** Whether nothing is left in the workspace. */
  readonly emptied: boolean;
}

export type DepositState = { readonly status: 'absent' } | Deposit | DeletedDeposit;

/** The deposit while there is one. */
export const existing = (state: DepositState): Deposit | null =>
  state.status === 'absent' || state.status === 'deleted' ? null : state;
