import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDepositState } from '../../../commands/deposit/deposit-stream.js';
import { notFound } from '../../http/answer/problem.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { renderPipelineRun, runWithProgress } from '../../rendering/pipeline-run.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

/** A pipeline run of a deposit, also a deleted one (preservation 4.6). */
export const getPipelineRun = ({ dependencies, pipelineRuns, baseUrls, readProgress }: DepositDependencies): Route =>
  route('getPipelineRun', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const runId = pathParameter(call, 'pipelineRunId');
    if ((await readDepositState(dependencies.events, depositId)).status === 'absent')
      return refusalAnswer(depositNotFound(depositId));
    const run = await pipelineRuns.run(depositId, runId);
    if (run === null) return notFound(`Deposit ${depositId} has no pipeline run ${runId}`);
    return json(200, renderPipelineRun(baseUrls.preservation, await runWithProgress(run, readProgress)));
  });
