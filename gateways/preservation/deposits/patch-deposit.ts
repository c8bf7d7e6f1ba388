import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import type { DescriptionChanges } from '../../../events/deposit-description.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { renderDeposit } from '../../rendering/deposit.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { archivalGroupPathOf } from '../../uris/uri-references.js';
import { chosenGroup } from './chosen-group.js';

interface DepositPatch extends DescriptionChanges {
  readonly archivalGroup?: string;
}

/** Changes what was sent and is not blank (companion 13.6). */
export const patchDeposit = (on: DepositDependencies): Route =>
  route<unknown, DepositPatch>('patchDeposit', async (call) => {
    const { archivalGroup = '', ...description } = call.body;
    const described = await describeDeposit(on.dependencies, intentOf(on.dependencies, call), {
      depositId: pathParameter(call, 'depositId'),
      ...(archivalGroup.trim() === '' ? {} : { archivalGroup: archivalGroupPathOf(archivalGroup) }),
      ...description,
    });
    return resultAnswer(on, described, async (deposit) => {
      const context = await chosenGroup(on.dependencies, deposit.archivalGroup);
      return json(200, renderDeposit(on.baseUrls.preservation, deposit, context));
    });
  });
