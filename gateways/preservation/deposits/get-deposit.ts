import { findDepositMets } from '../../../commands/workspace/deposit-mets.js';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDeposit } from '../../../commands/reads/read-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderDeposit } from '../../rendering/deposit.js';
import { json, route, type Route } from '../../http/route.js';
import { depositIdOf } from '../deposit-id.js';
import { groupExists } from './chosen-group.js';

/** A deposit from its stream, whether its group exists, and the ETag of its METS (companion 13.5). */
export const getDeposit = ({ dependencies, baseUrls }: DepositDependencies): Route =>
  route('getDeposit', async (call) => {
    const depositId = depositIdOf(call);
    const deposit = await readDeposit(dependencies.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const [archivalGroupExists, mets] = await Promise.all([
      groupExists(dependencies, deposit.archivalGroup),
      findDepositMets(dependencies.bytes, deposit.files),
    ]);
    const context = { archivalGroupExists, metsETag: mets?.info.etag ?? null };
    return json(200, renderDeposit(baseUrls.preservation, deposit, context));
  });
