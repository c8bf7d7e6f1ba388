import type { PipelineRunFact } from '../../events/pipeline-run.js';
import type { Given } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { handle, type HandleResult } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import { pipelineRunStream } from '../core/stream-names.js';
import { pipelineRun, type PipelineRunCommand } from './decider.js';

/** Carries out a command on the record of a pipeline run. */
export const onPipelineRun = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: Given<PipelineRunCommand>,
): Promise<HandleResult<PipelineRunFact>> =>
  handle(dependencies, intent, { decider: pipelineRun, stream: pipelineRunStream(command.runId), command });
