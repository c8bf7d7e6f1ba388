import type {
  AdmissionPurpose,
  AdoptedVersion,
  CommittedVersion,
  DepositReleaseReason,
  ImportFailure,
  ImportIdentity,
  ImportRequest,
  PlanSummary,
  RequestedExport,
} from '../../events/archival-group.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AnyCommand } from '../core/decider.js';
import type { SteeringStep } from '../core/steering.js';

interface OfGroup<Type extends string> extends AnyCommand<Type> {
  readonly path: RepositoryPath;
}

export interface AdmitDeposit extends OfGroup<'AdmitDeposit'> {
  readonly depositId: string;
  readonly purpose: AdmissionPurpose;
  /** An export to be requested together with the admission. */
  readonly export?: RequestedExport;
}

export interface ReleaseDeposit extends OfGroup<'ReleaseDeposit'> {
  readonly depositId: string;
  readonly admission: number;
  readonly reason: DepositReleaseReason;
}

export interface AdmitImport extends OfGroup<'AdmitImport'>, ImportIdentity {
  readonly plan: PlanSummary;
  readonly request: ImportRequest;
}

interface OfImport<Type extends string> extends OfGroup<Type> {
  readonly jobId: string;
}

/** `epoch` is the last one that the worker has read; the new epoch is one higher. */
export interface ReassignImport extends OfImport<'ReassignImport'> {
  readonly epoch: number;
  readonly worker: string;
}

/** `folder` is where the content of the new version goes, relative to the object root. */
export interface BeginContent extends OfImport<'BeginContent'> {
  readonly epoch: number;
  readonly folder: string;
}

/** `epoch` is 0 for a job that was never started. */
export interface AbandonImport extends OfImport<'AbandonImport'> {
  readonly epoch: number;
  readonly errors: readonly ImportFailure[];
}

export type DecideCommit = OfGroup<'DecideCommit'> & CommittedVersion;

/** `by` is the agent that adopts; the version's own user is in `adopted`. */
export interface AdoptVersion extends OfGroup<'AdoptVersion'> {
  readonly adopted: AdoptedVersion;
}

export interface RequestExport extends OfGroup<'RequestExport'> {
  readonly export: RequestedExport;
}

interface OfExport<Type extends string> extends OfGroup<Type> {
  readonly exportId: string;
}

/** `epoch` is the last one that the worker has read, 0 for an export that was not started; the new epoch is one higher. */
export interface TakeExport extends OfExport<'TakeExport'> {
  readonly epoch: number;
  readonly worker: string;
}

/** `files` were copied and verified, `failures` were not. */
export interface FinishExport extends OfExport<'FinishExport'> {
  readonly epoch: number;
  readonly files: number;
  readonly failures: number;
}

/** An agent steers an import or an export; `jobId` is the id of either. */
export interface SteerGroupJob extends OfGroup<'SteerJob'> {
  readonly jobId: string;
  readonly step: SteeringStep;
}

export type LedgerCommand =
  | AdmitDeposit
  | ReleaseDeposit
  | AdmitImport
  | AdoptVersion
  | (OfImport<'ReleaseImportAdmission'> & { readonly reason: string })
  | (OfImport<'StartImport'> & { readonly worker: string })
  | ReassignImport
  | BeginContent
  | DecideCommit
  | (OfImport<'RecordPublished'> & { readonly version: number })
  | AbandonImport
  | RequestExport
  | TakeExport
  | FinishExport
  | OfExport<'AbandonExport'>
  | SteerGroupJob;
