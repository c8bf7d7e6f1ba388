import type { PipelineRunFact, PipelineTool } from '../../events/pipeline-run.js';

/** What the stream of a run has; whether the run has ended is decided by its deposit. */
export interface PipelineRunRecord {
  readonly status: 'open';
  readonly runId: string;
  readonly depositId: string;
  /** The highest epoch that recorded anything; 0 before the first record. */
  readonly epoch: number;
  /** The tools of that epoch; null until they are recorded. */
  readonly tools: readonly PipelineTool[] | null;
  /** When anything was recorded last. */
  readonly lastModified: string;
}

export type PipelineRunState = { readonly status: 'absent' } | PipelineRunRecord;

/** The record of a run after a fact. */
export const evolvePipelineRun = (state: PipelineRunState, fact: PipelineRunFact): PipelineRunState => {
  const { runId, depositId, at } = fact.data;
  if (fact.type === 'PipelineRunOpened')
    return { status: 'open', runId, depositId, epoch: 0, tools: null, lastModified: at };
  if (state.status === 'absent') return state;
  const { epoch } = fact.data;
  const before = epoch === state.epoch ? state.tools : null;
  const tools = fact.type === 'PipelineToolsRecorded' ? fact.data.tools : before;
  return { ...state, epoch, tools, lastModified: at };
};
