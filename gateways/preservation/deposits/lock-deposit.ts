import * as command from '../../../commands/processes/deposits/lock-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { route, pathParameter, type Route } from '../../http/route.js';

/** Takes the lock for the caller; with `force` also from another holder. */
export const lockDeposit = (on: DepositDependencies): Route =>
  route<{ readonly force: boolean }>('lockDeposit', async (call) => {
    const wanted = { depositId: pathParameter(call, 'depositId'), force: call.query.force };
    return resultAnswer(on, await command.lockDeposit(on.dependencies, intentOf(on.dependencies, call), wanted));
  });
