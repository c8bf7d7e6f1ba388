import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDepositJobs } from '../../../commands/deposit/deposit-stream.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { resultUri } from '../../uris/uris.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { acceptedJob, resultOf } from '../../import-jobs/import-results.js';

/** Every import job of a deposit, also a deleted one, oldest first. */
export const listImportJobResults = (on: DepositDependencies): Route =>
  route('listImportJobResults', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const jobs = await readDepositJobs(on.dependencies.events, depositId);
    if (jobs === null) return refusalAnswer(depositNotFound(depositId));
    const base = on.baseUrls.preservation;
    const results = jobs.map(async ({ jobId, resultId }) =>
      resultOf(on, resultUri(base, depositId, resultId), await acceptedJob(on, jobId)),
    );
    return json(200, await Promise.all(results));
  });
