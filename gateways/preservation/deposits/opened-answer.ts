import type { CommandResult } from '../../../commands/core/decider.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { json, type Answer } from '../../http/route.js';
import { renderDeposit } from '../../rendering/deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { resultAnswer } from '../../service/command-call.js';
import { publicPath } from '../../uris/base-urls.js';
import { chosenGroup } from './chosen-group.js';

/** The answer for a deposit that was created: 201 with a relative Location (companion 1.2), or the refusal. */
export const openedAnswer = (on: DepositDependencies, opened: CommandResult<Deposit>): Promise<Answer> =>
  resultAnswer(on, opened, async (deposit) => {
    const context = await chosenGroup(on.dependencies, deposit.archivalGroup);
    const rendered = renderDeposit(on.baseUrls.preservation, deposit, context);
    return json(201, rendered, { Location: publicPath(on.baseUrls.preservation, `/deposits/${deposit.depositId}`) });
  });
