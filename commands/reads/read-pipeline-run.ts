import type { EventStore } from '../../events/store.js';
import { fold } from '../core/fold.js';
import { pipelineRunStream } from '../core/stream-names.js';
import type { LiveRun } from '../deposit/pipeline-run.js';
import { pipelineRun } from '../pipeline-run/decider.js';
import type { PipelineRunRecord } from '../pipeline-run/state.js';
import { readDeposit } from './read-deposit.js';

/** The run as its deposit has it, while it has not ended; null once it has, and where the deposit was deleted. */
export const readLivePipelineRun = async (
  events: EventStore,
  { depositId, runId }: { readonly depositId: string; readonly runId: string },
): Promise<LiveRun | null> => {
  const live = (await readDeposit(events, depositId))?.pipeline.live ?? null;
  return live?.runId === runId ? live : null;
};

/** What the run's own stream has; null for an id that no run has. */
export const readPipelineRecord = async (events: EventStore, runId: string): Promise<PipelineRunRecord | null> => {
  const { state } = await fold(events, pipelineRun, pipelineRunStream(runId));
  return state.status === 'absent' ? null : state;
};
