import { requestPipelineRun } from '../../../commands/processes/pipeline/request-pipeline-run.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

/** Queues a pipeline run of a deposit (preservation 4.6). */
export const runPipeline = (on: DepositDependencies): Route =>
  route('runPipeline', async (call) => {
    const { dependencies } = on;
    const queued = await requestPipelineRun(
      dependencies,
      intentOf(dependencies, call),
      pathParameter(call, 'depositId'),
    );
    return resultAnswer(on, queued);
  });
