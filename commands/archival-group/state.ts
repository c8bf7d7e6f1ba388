import type { GrowingList } from '../core/growing-list.js';
import type { Steering } from '../core/steering.js';
import type {
  AdmissionPurpose,
  CommittedVersion,
  ImportIdentity,
  ImportRequest,
  PlanSummary,
  RequestedExport,
} from '../../events/archival-group.js';

/** The one deposit that may be active for the group. */
export interface AdmittedDeposit {
  readonly depositId: string;
  /** The revision of its admission, which a release must name. */
  readonly admission: number;
  readonly purpose: AdmissionPurpose['kind'];
  readonly by: string;
  readonly since: string;
}

interface AdmittedImport extends ImportIdentity {
  readonly plan: PlanSummary;
  readonly request: ImportRequest;
  readonly by: string;
  /** When the job was admitted. */
  readonly since: string;
  readonly steering: Steering;
}

interface StartedImport extends AdmittedImport {
  readonly epoch: number;
  /** The version it builds on, 0 for a new group. */
  readonly baseVersion: number;
  readonly worker: string;
  /** Whether it may have written content to the object. */
  readonly contentBegun: boolean;
}

/** The import that is under way. */
export type LiveImport =
  | (AdmittedImport & { readonly phase: 'admitted' })
  | (StartedImport & { readonly phase: 'started' })
  | (StartedImport & {
      readonly phase: 'committed';
      readonly decided: CommittedVersion;
      readonly decidedAt: string;
    });

/** The epoch of the worker that has the import; 0 where none has begun it. */
export const epochOf = (job: LiveImport): number => (job.phase === 'admitted' ? 0 : job.epoch);

/** A version that can be seen: one that was decided and published since, or one that was adopted. */
export interface PublishedVersion extends Pick<CommittedVersion, 'version' | 'created' | 'name' | 'totals'> {
  readonly inventory: Readonly<{ sha256: string; size: number }>;
  /** Agent name; null where an adopted version names nobody. */
  readonly by: string | null;
  /** The job that made it; null for one that was adopted. */
  readonly jobId: string | null;
  /** The deposit that it was imported from; null for one that was adopted, and for a job of the storage service. */
  readonly depositId: string | null;
}

/** The export that is under way. */
export interface LiveExport extends RequestedExport {
  /** 0 until a worker has taken it up. */
  readonly epoch: number;
  /** Null until a worker has taken it up. */
  readonly worker: string | null;
  readonly by: string;
  /** When it was requested. */
  readonly since: string;
  readonly steering: Steering;
}

/** The state of an archival group's stream: the active deposit, the import and the export under way, the versions. */
export interface Ledger {
  /** Facts folded so far: the next one's revision. */
  readonly length: number;
  readonly admitted: AdmittedDeposit | null;
  readonly job: LiveImport | null;
  readonly export: LiveExport | null;
  /** Oldest first: v1 has index 0. */
  readonly versions: GrowingList<PublishedVersion>;
  /** Jobs for the next version that were abandoned after they may have begun to write content. */
  readonly abandoned: GrowingList<string>;
  /** Ids of the imports and exports that agents have cancelled. */
  readonly cancelled: GrowingList<string>;
}

export const headOf = ({ versions }: Ledger): PublishedVersion | null => versions.at(-1) ?? null;
