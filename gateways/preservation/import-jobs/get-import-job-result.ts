import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDepositJobs } from '../../../commands/deposit/deposit-stream.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { notFound } from '../../http/answer/problem.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { resultUri } from '../../uris/uris.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { acceptedJob, isOver, resultOf } from '../../import-jobs/import-results.js';

/**
 * The result of an import job, also for a deleted deposit. An ended job is answered after the views show its version.
 */
export const getImportJobResult = (on: DepositDependencies): Route =>
  route('getImportJobResult', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const resultId = pathParameter(call, 'resultId');
    const jobs = await readDepositJobs(on.dependencies.events, depositId);
    if (jobs === null) return refusalAnswer(depositNotFound(depositId));
    const found = jobs.find((each) => each.resultId === resultId);
    if (found === undefined) return notFound(`Deposit ${depositId} has no import job result ${resultId}`);
    const job = await acceptedJob(on, found.jobId);
    const result = await resultOf(on, resultUri(on.baseUrls.preservation, depositId, resultId), job);
    if (isOver(job)) await on.waitForViews(await on.dependencies.events.head());
    return json(200, result);
  });
