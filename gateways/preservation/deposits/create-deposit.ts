import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import type { DepositTemplate } from '../../../events/deposit.js';
import { descriptionOf, type DescriptionChanges } from '../../../events/deposit-description.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf } from '../../service/command-call.js';
import { route, type Route } from '../../http/route.js';
import { archivalGroupPathOf } from '../../uris/uri-references.js';
import { openedAnswer } from './opened-answer.js';

interface DepositRequest extends DescriptionChanges {
  readonly template?: DepositTemplate;
  readonly archivalGroup?: string;
}

/** Creates a deposit and its workspace. The answer's Location is relative (companion 1.2). */
export const createDeposit = (on: DepositDependencies): Route =>
  route<unknown, DepositRequest>('createDeposit', async (call) => {
    const { template, archivalGroup = '' } = call.body;
    const opened = await openDeposit(on.dependencies, intentOf(on.dependencies, call), {
      template: template ?? 'None',
      archivalGroup: archivalGroup.trim() === '' ? null : archivalGroupPathOf(archivalGroup),
      ...descriptionOf(call.body),
      bucket: call.caller.depositBucket ?? on.depositBucket,
    });
    return openedAnswer(on, opened);
  });
