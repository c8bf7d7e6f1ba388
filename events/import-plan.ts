import type { PlanSummary } from './archival-group.js';
import type { Fact } from './envelope.js';

export type PlanOperation =
  | 'add-container'
  | 'add-binary'
  | 'patch-binary'
  | 'delete-binary'
  | 'delete-container'
  | 'rename-container'
  | 'rename-binary';

/** One line of a plan: one operation on one resource of the group. */
export interface PlannedOperation {
  readonly op: PlanOperation;
  /** Within the group: decoded names joined by `/`. */
  readonly path: string;
  /** Display name. */
  readonly name?: string;
  /** The source of the bytes; with the ETag of the object where the plan was made from it. */
  readonly origin?: Readonly<{ bucket: string; key: string; etag?: string }>;
  readonly contentType?: string;
  readonly size?: number;
  /** Lower-case hex. */
  readonly sha256?: string;
  /** When the file was last changed at its source; RFC 3339, in UTC. */
  readonly fileModified?: string;
  /** The digest of a bag's manifest by which the bytes are verified before they are preserved, where it is no SHA-256. */
  readonly manifestDigest?: Readonly<{ manifest: string; algorithm: string; digest: string }>;
  /** Why it is invalid, found when the job was posted; the job will fail with it. `path` is then meaningless. */
  readonly fault?: string;
}

/** Facts of `importPlan-<jobId>`: the pages of a plan, then the fact that closes it. */
export type ImportPlanFact =
  | Fact<'ImportPlanPageRecorded', { jobId: string; page: number; operations: readonly PlannedOperation[] }>
  | Fact<'ImportPlanSealed', { jobId: string } & PlanSummary>;
