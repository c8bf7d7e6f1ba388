import { diffDeposit } from '../../../commands/import-diff/diff-deposit.js';
import type { DepositServices } from '../deposit-services.js';
import { intentOf } from '../../service/intent-of.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderDiff } from '../../rendering/import-job.js';
import { json, route, type Route } from '../../http/route.js';
import { depositIdOf } from '../deposit-id.js';
import { transientNumber } from './transient-number.js';

/** The import job that would make the group equal to the deposit. */
export const getImportJobDiff = ({ services, baseUrls }: DepositServices): Route =>
  route('getImportJobDiff', async (call) => {
    const diff = await diffDeposit(services, depositIdOf(call));
    if (!diff.ok) return refusalAnswer(diff.refusal);
    const { actor, at } = intentOf(services, call);
    const number = transientNumber(services.now());
    return json(200, await renderDiff(baseUrls.preservation, diff.value, { by: actor.agent, at, number }));
  });
