import type { DepositFact } from '../../events/deposit.js';
import type { DepositPipelineFact } from '../../events/pipeline-run.js';
import { typeGuard } from '../../events/type-guard.js';
import { GrowingList } from '../core/growing-list.js';
import { UNSTEERED, type Steering } from '../core/steering.js';

/** The states of a run that has not ended (preservation 3.3), in their order. */
export const UNFINISHED = ['waiting', 'processing', 'metadataCreated'] as const;
export type UnfinishedStatus = (typeof UNFINISHED)[number];
export type EndedStatus = 'completed' | 'completedWithErrors';

/** The run of a deposit that has not ended. */
export interface LiveRun {
  readonly runId: string;
  readonly status: UnfinishedStatus;
  /** Agent name of who asked for it. */
  readonly by: string;
  readonly submitted: string;
  /** The time of the last fact about it on the stream of the deposit. */
  readonly changed: string;
  /** Of its last claim; 0 before the first. */
  readonly epoch: number;
  /** The worker of that epoch; null before the first claim, and for a worker outside of the platform. */
  readonly worker: string | null;
  readonly steering: Steering;
}

/** A run that has ended. */
export interface EndedRun {
  readonly runId: string;
  readonly status: EndedStatus;
  /** The agent that cancelled it; null for any other end. */
  readonly cancelledBy: string | null;
}

/** The pipeline runs of a deposit. */
export interface DepositPipeline {
  readonly live: LiveRun | null;
  /** The runs that have ended, oldest first. */
  readonly ended: GrowingList<EndedRun>;
  /** How many infected files the last completed run counted; null before the first that counted any files. */
  readonly infected: number | null;
  /** Since when a worker may have stored outputs of tools; null before the first had a run. */
  readonly firstClaimed: string | null;
  /** Whether a run may have written the tag files of a bag. */
  readonly hasBagged: boolean;
}

export const NO_PIPELINE_RUNS: DepositPipeline = {
  live: null,
  ended: GrowingList.empty(),
  infected: null,
  firstClaimed: null,
  hasBagged: false,
};

type FinalFact = Extract<
  DepositPipelineFact,
  { type: 'PipelineRunCompleted' | 'PipelineRunFailed' | 'PipelineRunForceCompleted' }
>;

const isFinal = typeGuard<FinalFact>({
  PipelineRunCompleted: true,
  PipelineRunFailed: true,
  PipelineRunForceCompleted: true,
});

const isOther = typeGuard<Exclude<DepositPipelineFact, FinalFact>>({
  PipelineRunQueued: true,
  PipelineRunClaimed: true,
  PipelineMetadataCreated: true,
});

export const isPipelineFact = (fact: DepositFact): fact is DepositPipelineFact => isFinal(fact) || isOther(fact);

/** Whether the fact ends a run, and with it the lock of the deposit, whoever holds it (preservation 3.3). */
export const releasesLock = (fact: DepositPipelineFact): boolean => isFinal(fact);

const end = (pipeline: DepositPipeline, fact: FinalFact): DepositPipeline => {
  const isCompleted = fact.type === 'PipelineRunCompleted';
  const status = isCompleted ? 'completed' : 'completedWithErrors';
  const counted = isCompleted ? fact.data.counts : null;
  const cancelledBy = fact.type === 'PipelineRunForceCompleted' ? (fact.data.cancelledBy ?? null) : null;
  return {
    live: null,
    ended: pipeline.ended.appended({ runId: fact.data.runId, status, cancelledBy }),
    infected: counted?.infected ?? pipeline.infected,
    firstClaimed: pipeline.firstClaimed,
    hasBagged: pipeline.hasBagged,
  };
};

/** The runs after a fact. */
export const evolvePipeline = (pipeline: DepositPipeline, fact: DepositPipelineFact): DepositPipeline => {
  if (isFinal(fact)) return end(pipeline, fact);
  const { runId, by, at } = fact.data;
  if (fact.type === 'PipelineRunQueued') {
    const begun = { by, submitted: at, changed: at, epoch: 0, worker: null, steering: UNSTEERED };
    return { ...pipeline, live: { runId, status: 'waiting', ...begun } };
  }
  const { live } = pipeline;
  if (live === null) return pipeline;
  if (fact.type === 'PipelineMetadataCreated')
    return { ...pipeline, live: { ...live, status: 'metadataCreated', changed: at }, hasBagged: true };
  const { epoch, worker } = fact.data;
  const status = live.status === 'waiting' ? 'processing' : live.status;
  return {
    ...pipeline,
    live: { ...live, status, epoch, worker, changed: at },
    firstClaimed: pipeline.firstClaimed ?? at,
  };
};

/** The run of this id that has ended; null for one that has not, or that the deposit never had. */
export const endedRun = ({ ended }: DepositPipeline, runId: string): EndedRun | null =>
  ended.findLast((run) => run.runId === runId) ?? null;
