import type { PlanSeal } from './archival-group.js';
import type { Fact } from './envelope.js';

export type PlanOperation =
  | 'add-container'
  | 'add-binary'
  | 'patch-binary'
  | 'delete-binary'
  | 'delete-container'
  | 'rename-container'
  | 'rename-binary';

/** One line of a plan: what becomes of one resource of the group. */
export interface PlannedOperation {
  readonly op: PlanOperation;
  /** Within the group: decoded names joined by `/`. */
  readonly path: string;
  /** Display name. */
  readonly name?: string;
  /** Where the bytes come from; the ETag pins them when the plan was made with the object in view. */
  readonly origin?: Readonly<{ bucket: string; key: string; etag?: string }>;
  readonly contentType?: string;
  readonly size?: number;
  /** Lower-case hex. */
  readonly sha256?: string;
  /** When the file was last changed where it came from; RFC 3339, in UTC. */
  readonly fileModified?: string;
  /** Why it cannot be carried out, seen when the job was posted: the job fails by it. `path` then means nothing. */
  readonly fault?: string;
}

/** Facts of `importPlan-<jobId>`: the pages of a plan, then the seal that makes them final. */
export type ImportPlanFact =
  | Fact<'ImportPlanPageRecorded', { jobId: string; page: number; operations: readonly PlannedOperation[] }>
  | Fact<'ImportPlanSealed', { jobId: string } & PlanSeal>;
