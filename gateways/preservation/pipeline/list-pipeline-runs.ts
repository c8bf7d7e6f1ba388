import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDepositState } from '../../../commands/deposit/deposit-stream.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { renderPipelineRun, runWithProgress } from '../../rendering/pipeline-run.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

/** Every pipeline run of a deposit, also a deleted one, oldest first (preservation 4.6). */
export const listPipelineRuns = ({ dependencies, pipelineRuns, baseUrls, readProgress }: DepositDependencies): Route =>
  route('listPipelineRuns', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    if ((await readDepositState(dependencies.events, depositId)).status === 'absent')
      return refusalAnswer(depositNotFound(depositId));
    const recorded = await pipelineRuns.runsOfDeposit(depositId);
    const runs = await Promise.all(recorded.map((run) => runWithProgress(run, readProgress)));
    return json(
      200,
      runs.map((run) => renderPipelineRun(baseUrls.preservation, run)),
    );
  });
