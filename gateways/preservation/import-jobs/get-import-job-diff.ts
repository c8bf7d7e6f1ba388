import { diffDeposit } from '../../../commands/import-diff/diff-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf } from '../../service/command-call.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderDiff } from '../../rendering/import-job.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import type { AcceptingQuery } from './accepting-query.js';
import { transientNumber } from '../../uris/uris.js';

/** The import job that would make the group equal to the deposit. */
export const getImportJobDiff = ({ dependencies, baseUrls }: DepositDependencies): Route =>
  route<AcceptingQuery>('getImportJobDiff', async (call) => {
    const { acceptIncompleteBag: acceptsIncompleteBag } = call.query;
    const diff = await diffDeposit({ ...dependencies, holder: call.holder }, pathParameter(call, 'depositId'), {
      acceptsIncompleteBag,
    });
    if (!diff.ok) return refusalAnswer(diff.refusal);
    const { actor, at } = intentOf(dependencies, call);
    const number = transientNumber(dependencies.now());
    return json(200, await renderDiff(baseUrls.preservation, diff.value, { by: actor.agent, at, number }));
  });
