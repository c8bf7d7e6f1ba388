import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { notFound } from '../../http/answer/problem.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { renderArchiveJob } from '../../rendering/archive-job.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

/** The last archive job of a deposit, of the platform or as reported (companion 2.20). */
export const getDepositArchiveJob = ({ dependencies, baseUrls }: DepositDependencies): Route =>
  route('getDepositArchiveJob', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const deposit = await readDeposit(dependencies.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    if (deposit.archiveJob === null) return notFound(`Deposit ${depositId} has no archive job.`);
    return json(200, renderArchiveJob(baseUrls.preservation, depositId, deposit.archiveJob));
  });
