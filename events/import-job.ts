import type { ImportFailure, ImportIdentity, ImportRequest, PlanSummary } from './archival-group.js';
import type { Fact } from './envelope.js';

interface OfJob {
  readonly jobId: string;
  readonly at: string;
}

/** Facts of `importJob-<id>`: one job from the queue to its end. */
export type ImportJobFact =
  | Fact<
      'ImportJobQueued',
      OfJob & ImportIdentity & { archivalGroup: string; plan: PlanSummary; request: ImportRequest; by: string }
    >
  /** `baseVersion` 0 means that the group is new. */
  | Fact<'ImportJobStarted', OfJob & { baseVersion: number; worker: string }>
  | Fact<'ImportJobProgressed', OfJob & { files: number; bytes: number }>
  | Fact<'ImportJobCompleted', OfJob & { version: number }>
  | Fact<'ImportJobFailed', OfJob & { errors: readonly ImportFailure[] }>;
