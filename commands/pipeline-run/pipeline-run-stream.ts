import type { PipelineRunFact } from '../../events/pipeline-run.js';
import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import { pipelineRun, type PipelineRunCommand } from './decider.js';
import type { EventStore } from '../../events/store.js';
import { fold } from '../core/fold.js';
import type { PipelineRunRecord } from './state.js';

export const pipelineRunStream = (runId: string): string => `pipelineRun-${runId}`;

/** Carries out a command on the record of a pipeline run. */
export const onPipelineRun = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<PipelineRunCommand>,
): Promise<HandleResult<PipelineRunFact>> =>
  handle(dependencies, intent, { decider: pipelineRun, stream: pipelineRunStream(command.runId), command });

/** What the run's own stream has; null for an id that no run has. */
export const readPipelineRecord = async (events: EventStore, runId: string): Promise<PipelineRunRecord | null> => {
  const { state } = await fold(events, pipelineRun, pipelineRunStream(runId));
  return state.status === 'absent' ? null : state;
};
