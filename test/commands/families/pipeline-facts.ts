import type { DepositFact } from '../../../events/deposit.js';
import type { PipelineCounts } from '../../../events/pipeline-run.js';
import { ann, at, bob, of } from './deposit-facts.js';

const run = { ...of, runId: 'p1' };
export const counts: PipelineCounts = {
  identified: 4,
  unidentified: 1,
  infected: 0,
  failed: 0,
  formats: [{ puid: 'fmt/43', name: 'JPEG', files: 4 }],
};

export const queued: DepositFact = {
  type: 'PipelineRunQueued',
  data: { ...run, archivalGroupName: null, archivalGroup: 'a/g', ...ann },
};
export const claimed: DepositFact = {
  type: 'PipelineRunClaimed',
  data: { ...run, epoch: 1, worker: 'w1', by: 'platform', at },
};
export const claimedAgain: DepositFact = {
  type: 'PipelineRunClaimed',
  data: { ...run, epoch: 2, worker: 'w2', by: 'platform', at },
};
export const claimedOutside: DepositFact = {
  type: 'PipelineRunClaimed',
  data: { ...run, epoch: 1, worker: null, ...bob },
};
export const metadataCreated: DepositFact = {
  type: 'PipelineMetadataCreated',
  data: { ...run, epoch: 1, by: 'platform', at },
};
export const completed: DepositFact = {
  type: 'PipelineRunCompleted',
  data: { ...run, epoch: 1, released: null, counts, by: 'platform', at },
};
export const failedRun: DepositFact = {
  type: 'PipelineRunFailed',
  data: { ...run, epoch: 1, released: null, errors: 'no objects', by: 'platform', at },
};
export const forced: DepositFact = {
  type: 'PipelineRunForceCompleted',
  data: { ...run, released: null, errors: 'enough', ...bob },
};
/** As it ends a run that no worker outside of the platform has. */
export const forcedBy = (cancelledBy: string): DepositFact => ({
  type: 'PipelineRunForceCompleted',
  data: { ...run, released: null, errors: 'enough', cancelledBy, ...bob },
});

const platform = { by: 'platform', at };
export const queue = { type: 'QueuePipelineRun', ...run, workingBucket: 'workspace', ...ann } as const;
export const claim = { type: 'ClaimPipelineRun', ...run, epoch: 0, worker: 'w1', ...platform } as const;
export const metadata = { type: 'RecordPipelineMetadata', ...run, epoch: 1, ...platform } as const;
export const complete = { type: 'CompletePipelineRun', ...run, epoch: 1, counts, ...platform } as const;
export const fail = { type: 'FailPipelineRun', ...run, epoch: 1, errors: 'no objects', ...platform } as const;
export const report = { type: 'ReportPipelineStatus', ...run, errors: null, ...bob } as const;
export const endStale = {
  type: 'EndStalePipelineRun',
  ...run,
  before: '2026-05-05T00:00:00.0000000Z',
  ...platform,
} as const;
