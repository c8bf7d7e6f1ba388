import type { Admission, ArchiveFailure, DepositBeginning } from '../../events/deposit.js';
import type { DescriptionChanges } from '../../events/deposit-description.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AnyCommand } from '../core/decider.js';
import type { SteeringStep } from '../core/steering.js';
import type { PipelineCommand } from './pipeline-commands.js';

interface OfDeposit<Type extends string> extends AnyCommand<Type> {
  readonly depositId: string;
}

export interface CreateDeposit extends OfDeposit<'CreateDeposit'> {
  readonly beginning: DepositBeginning;
  readonly admission: Admission;
  /** The export into the workspace; `version` is a label such as `v2`. */
  readonly exported?: { readonly exportId: string; readonly version: string };
}

export type DescribeDeposit = OfDeposit<'DescribeDeposit'> & DescriptionChanges;

/**
 * `admission` is null for an inactive deposit, which may be refused; a command with an admission is declined instead.
 */
export interface AssignArchivalGroup extends OfDeposit<'AssignArchivalGroup'>, DescriptionChanges {
  readonly archivalGroup: RepositoryPath;
  readonly admission: Admission;
}

/** Group and admission are null for a deposit without a group. */
export interface ActivateDeposit extends OfDeposit<'ActivateDeposit'> {
  readonly archivalGroup: RepositoryPath | null;
  readonly admission: Admission;
}

/** An admission, if given, was ended by the ledger before. */
export interface DeactivateDeposit extends OfDeposit<'DeactivateDeposit'> {
  readonly admission: Admission;
}

export interface AcceptImportJob extends OfDeposit<'AcceptImportJob'> {
  readonly jobId: string;
  readonly resultId: string;
  readonly archivalGroup: RepositoryPath;
  readonly planSha256: string;
}

/** `version` is null when the job failed; `released` is the admission that the ledger ended before. */
export interface SettleImportJob extends OfDeposit<'SettleImportJob'> {
  readonly jobId: string;
  readonly version: number | null;
  readonly released: Admission;
}

/** `recorded` and `removed` count the paths that were added or updated in the METS, and those that were removed. */
export interface RecordMets extends OfDeposit<'RecordMets'> {
  readonly etag: string;
  readonly recorded: number;
  readonly removed: number;
}

/** `paths` of files are relative to the deposit. */
export interface RecordFilesDeleted extends OfDeposit<'RecordFilesDeleted'> {
  readonly paths: readonly string[];
}

/** `failures` counts the files that the export could not copy. */
export interface RecordFilesArrived extends OfDeposit<'RecordFilesArrived'> {
  readonly exportId: string;
  readonly failures: number;
}

/** `before` is the time, with seven fractional digits, before which the deposit must have been modified last. */
export interface BeginArchiving extends OfDeposit<'BeginArchiving'> {
  readonly jobId: string;
  readonly before: string;
  /** Whether to try again after a job with errors. */
  readonly again: boolean;
  /** The job that has ended and that this one repeats. */
  readonly retryOf?: string;
}

interface OfArchiveJob<Type extends string> extends OfDeposit<Type> {
  readonly jobId: string;
}

/** `epoch` is the one that the worker saw, 0 for a job that waits; the claim is for the next one. */
export interface ClaimArchiving extends OfArchiveJob<'ClaimArchiving'> {
  readonly epoch: number;
  readonly worker: string;
}

interface OfArchiveWorker<Type extends string> extends OfArchiveJob<Type> {
  readonly epoch: number;
}

export interface RecordArchivingVerified extends OfArchiveWorker<'RecordArchivingVerified'> {
  readonly archivalGroup: RepositoryPath;
  readonly version: string;
  readonly inventorySha256: string;
  readonly files: number;
  readonly bytes: number;
}

/** Commands of the worker that has the archive job in this epoch, or had it. */
export type ArchiveJobCommand =
  | RecordArchivingVerified
  | (OfArchiveWorker<'CompleteArchiving'> & { readonly removed: number })
  | (OfArchiveWorker<'FailArchiving'> & { readonly errors: readonly ArchiveFailure[] });

/** The run of an archiver outside of the platform. */
export interface ReportArchiveJob extends OfArchiveJob<'ReportArchiveJob'> {
  readonly started: string | null;
  readonly finished: string | null;
  readonly removed: number;
  readonly errors: readonly ArchiveFailure[];
  readonly batch: string | number | null;
}

/** All commands about archiving. */
export type ArchiveCommand = BeginArchiving | ClaimArchiving | ArchiveJobCommand | ReportArchiveJob;

/** An agent steers a pipeline run or an archive job; `jobId` is the id of either. */
export interface SteerDepositJob extends OfDeposit<'SteerJob'> {
  readonly jobId: string;
  readonly step: SteeringStep;
}

/** `force`: also from another holder; with `lockDate` only where the holder has had the lock since then, RFC 3339. */
export type LockDeposit = OfDeposit<'LockDeposit'> & { readonly force: boolean; readonly lockDate?: string };

export type DepositCommand =
  | CreateDeposit
  | (OfDeposit<'RecordWorkspacePrepared'> & { readonly metsETag: string | null })
  | RecordFilesArrived
  | DescribeDeposit
  | AssignArchivalGroup
  | LockDeposit
  | OfDeposit<'UnlockDeposit'>
  | ActivateDeposit
  | DeactivateDeposit
  | RecordMets
  | RecordFilesDeleted
  | AcceptImportJob
  | SettleImportJob
  | ArchiveCommand
  | PipelineCommand
  | SteerDepositJob
  | OfDeposit<'DeleteDeposit'>
  | OfDeposit<'RecordWorkspaceEmptied'>;
