import type { PipelineRunDocument } from '../../projections/pipeline-runs/pipeline-runs.js';
import { agentUri, pipelineRunUri } from '../uris/uris.js';
import { moment, momentOrNull } from './moment.js';

/** A pipeline run (preservation 2.13), in the order of companion 2.11; what comes after `errors` is an addition of ours. */
export const renderPipelineRun = (base: string, run: PipelineRunDocument) => ({
  id: pipelineRunUri(base, run.depositId, run.runId),
  type: 'ProcessPipelineResult',
  jobId: run.runId,
  deposit: run.depositId,
  created: moment(run.submitted),
  createdBy: agentUri(base, run.runUser),
  lastModified: moment(run.lastModified),
  lastModifiedBy: agentUri(base, run.runUser),
  archivalGroupName: run.archivalGroupName,
  runUser: run.runUser,
  cleanupProcessJob: false,
  virusDefinition: null,
  status: run.status,
  dateFinished: momentOrNull(run.dateFinished),
  dateBegun: momentOrNull(run.dateBegun),
  errors: run.errors === null ? null : [{ id: null, message: run.errors }],
  counts: run.counts,
  tools: run.tools,
  warnings: run.warnings,
  progress: run.progress,
});
