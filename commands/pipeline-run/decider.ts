import type { PipelineFindings, PipelineRunFact, PipelineTool } from '../../events/pipeline-run.js';
import { refuse, type AnyCommand, type Decider, type Decision } from '../core/decider.js';
import { evolvePipelineRun, type PipelineRunRecord, type PipelineRunState } from './state.js';

interface OfRun<Type extends string> extends AnyCommand<Type> {
  readonly runId: string;
}

export interface OpenPipelineRun extends OfRun<'OpenPipelineRun'> {
  readonly depositId: string;
  readonly archivalGroupName: string | null;
}

/** What the worker of this epoch records. */
export type PipelineRecordCommand =
  | (OfRun<'RecordPipelineTools'> & {
      readonly epoch: number;
      readonly tools: readonly PipelineTool[];
      readonly warnings: readonly string[];
    })
  | (OfRun<'RecordPipelineFindings'> & PipelineFindings & { readonly epoch: number; readonly page: number });

export type PipelineRunCommand = OpenPipelineRun | PipelineRecordCommand;

type PipelineRunDecision = Decision<PipelineRunFact>;

const record = (
  command: PipelineRecordCommand,
  { runId, depositId, epoch: newest }: PipelineRunRecord,
): PipelineRunDecision => {
  const { epoch, at } = command;
  if (epoch < newest)
    return refuse(
      'pipeline-run-reassigned',
      `Pipeline run ${runId} was taken over by another worker, in epoch ${newest}.`,
    );
  switch (command.type) {
    case 'RecordPipelineTools': {
      const { tools, warnings } = command;
      return [{ type: 'PipelineToolsRecorded', data: { runId, depositId, epoch, tools, warnings, at } }];
    }
    case 'RecordPipelineFindings': {
      const { page, infected, unidentified, failed } = command;
      const data = { runId, depositId, epoch, page, infected, unidentified, failed, at };
      return [{ type: 'PipelineFindingsRecorded', data }];
    }
  }
};

/** The records of pipeline runs, one stream each; the deposit decides on the run itself. */
export const pipelineRun: Decider<PipelineRunState, PipelineRunCommand, PipelineRunFact> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const { runId, at } = command;
    if (command.type === 'OpenPipelineRun') {
      const { depositId, archivalGroupName, by } = command;
      if (state.status !== 'absent') return [];
      return [{ type: 'PipelineRunOpened', data: { runId, depositId, archivalGroupName, by, at } }];
    }
    if (state.status === 'absent') return refuse('pipeline-run-not-found', `Pipeline run ${runId} was never queued.`);
    return record(command, state);
  },
  evolve: evolvePipelineRun,
};
