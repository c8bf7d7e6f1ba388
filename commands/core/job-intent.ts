import { uuidV5 } from '../../events/ids.js';
import { timestampOf } from '../../events/time.js';
import type { Dependencies } from './dependencies.js';
import type { Intent } from './intent.js';

/** A job, and the correlation id of the request that began it. */
export interface CorrelatedJob {
  readonly jobId: string;
  readonly correlationId: string;
}

type JobIntent = (dependencies: Pick<Dependencies, 'now'>, job: CorrelatedJob, step: string, agent: string) => Intent;

/**
 * The intent of a step of a job of this kind; its id depends on the kind, the job and the step, so that any process may
 * repeat it.
 */
const jobIntent =
  (kind: 'import' | 'export' | 'pipeline run'): JobIntent =>
  ({ now }, { jobId, correlationId }, step, agent) => ({
    commandId: uuidV5(`${kind} ${jobId}: ${step}`),
    correlationId,
    actor: { agent, source: 'platform', appId: null },
    at: timestampOf(now()),
  });

export const importIntent = jobIntent('import');
export const exportIntent = jobIntent('export');
export const pipelineRunIntent = jobIntent('pipeline run');
