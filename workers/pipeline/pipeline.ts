import { pipelineRunIntent } from '../../commands/core/intent.js';
import { pipelineRunStream } from '../../commands/pipeline-run/pipeline-run-stream.js';
import { claimPipelineRun } from '../../commands/processes/pipeline/claim-pipeline-run.js';
import { readCorrelation } from '../../commands/reads/read-correlation.js';
import { readDeposit } from '../../commands/deposit/deposit-stream.js';
import { named, type JobHold, type JobKind, type JobKindOptions } from '../job-kind.js';
import { logWith } from '../log.js';
import type { PipelineTask } from './pipeline-task.js';
import type { PipelineSurroundings } from './run-attempt.js';
import { workRun } from './work-run.js';

export interface PipelineJobOptions extends JobKindOptions, Omit<PipelineSurroundings, 'dependencies' | 'log'> {}

/** Pipeline runs as a job kind: the deposit records which process has one. */
export const pipelineJobs = (options: PipelineJobOptions): JobKind<PipelineTask> => {
  const { dependencies, identity, log } = options;
  return {
    names: ['pipelineRun'],
    role: 'pipeline',
    askedBy: { group: 'pipeline', topics: ['deposit'], types: ['PipelineRunQueued'] },
    taskOf: ({ jobId, depositId }) => ({ jobId, depositId: named(depositId) }),
    async holding({ jobId, depositId }): Promise<JobHold> {
      const live = (await readDeposit(dependencies.events, depositId))?.pipeline.live;
      if (live?.runId !== jobId) return { state: 'over' };
      if (live.epoch === 0) return { state: 'free' };
      return live.worker === null ? { state: 'over' } : { state: 'held', holder: live.worker, epoch: live.epoch };
    },
    correlation: async ({ jobId }) => (await readCorrelation(dependencies.events, pipelineRunStream(jobId))) ?? jobId,
    async claim(task, from) {
      const epoch = from.state === 'held' ? from.epoch : 0;
      const { depositId, jobId: runId } = task;
      const intent = pipelineRunIntent(
        dependencies,
        task,
        `claim from epoch ${epoch} for ${identity.holder}`,
        'platform',
      );
      const claim = { depositId, runId, epoch, worker: identity.holder };
      const result = await claimPipelineRun(dependencies, intent, claim);
      return result.ok ? result.value.epoch : null;
    },
    work: (task, epoch, signal, report) =>
      workRun({ ...options, log: logWith(log, { correlationId: task.correlationId }), task, epoch, signal, report }),
  };
};
