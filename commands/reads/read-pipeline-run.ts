import type { EventStore } from '../../events/store.js';
import { fold } from '../core/fold.js';
import { pipelineRunStream } from '../core/stream-names.js';
import { pipelineRun } from '../pipeline-run/decider.js';
import type { PipelineRunRecord } from '../pipeline-run/state.js';

/** What the run's own stream has; null for an id that no run has. */
export const readPipelineRecord = async (events: EventStore, runId: string): Promise<PipelineRunRecord | null> => {
  const { state } = await fold(events, pipelineRun, pipelineRunStream(runId));
  return state.status === 'absent' ? null : state;
};
