import type { PipelineRunDocument } from '../../projections/pipeline-runs/pipeline-runs.js';
import { agentUri, findingsUri, pipelineRunUri } from '../uris/uris.js';
import { notBefore } from '../../events/time.js';
import type { JobProgress, ReadProgress } from './job.js';
import { moment, momentOrNull } from './moment.js';
import { renderStep } from './timed-step.js';

/** A run that has not ended, as far as its process tells that it has come. */
const withProgress = (run: PipelineRunDocument, told: JobProgress): PipelineRunDocument => ({
  ...run,
  progress: told.step === null ? null : { step: told.step, files: told.files, of: told.ofFiles, bytes: told.bytes },
  lastModified: notBefore(told.changedAt, run.lastModified),
});

/** A run with how far it has come, where a process tells of it. */
export const runWithProgress = async (
  run: PipelineRunDocument,
  readProgress: ReadProgress,
): Promise<PipelineRunDocument> => {
  const told = run.dateFinished === null ? (await readProgress()).get(run.runId) : undefined;
  return told === undefined ? run : withProgress(run, told);
};

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
  tools: run.tools?.map((tool) => ({ ...tool, seconds: run.toolSeconds?.[tool.name] ?? null })) ?? null,
  warnings: run.warnings,
  progress: run.dateFinished === null ? run.progress : null,
  steps: run.steps.map(renderStep),
  findings: run.findings === null ? null : findingsUri(base, run.depositId, run.runId),
});
