import * as command from '../../../commands/processes/lock-deposit.js';
import type { DepositServices } from '../deposit-services.js';
import { intentOf } from '../../service/intent-of.js';
import { route, type Route } from '../../http/route.js';
import { depositIdOf } from '../deposit-id.js';
import { resultAnswer } from '../result-answer.js';

/** Takes the lock for the caller; with `force` also from another holder. */
export const lockDeposit = (on: DepositServices): Route =>
  route<{ readonly force: boolean }>('lockDeposit', async (call) => {
    const wanted = { depositId: depositIdOf(call), force: call.query.force };
    return resultAnswer(on, await command.lockDeposit(on.services, intentOf(on.services, call), wanted));
  });
