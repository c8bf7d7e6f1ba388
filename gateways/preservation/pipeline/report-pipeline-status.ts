import { reportPipelineStatus as report } from '../../../commands/processes/pipeline/end-pipeline-run.js';
import type { PipelineRunStatus } from '../../../projections/pipeline-runs/pipeline-runs.js';
import { route, type Route } from '../../http/route.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

/** `runUser` is ignored: the caller is who reports. */
interface PipelineStatusReport {
  readonly id: string;
  readonly depositId: string;
  readonly status: PipelineRunStatus;
  readonly errors?: string | null;
}

/** Records the status of a pipeline run that a worker or a user interface reports (companion 12.4). */
export const reportPipelineStatus = (on: DepositDependencies): Route =>
  route<unknown, PipelineStatusReport>('reportPipelineStatus', async (call) => {
    const { dependencies } = on;
    const { id: runId, depositId, status, errors } = call.body;
    const reported = { depositId, runId, status, errors: errors ?? null };
    return resultAnswer(on, await report(dependencies, intentOf(dependencies, call), reported));
  });
