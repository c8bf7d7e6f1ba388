import * as command from '../../../commands/processes/deposits/lock-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { route, pathParameter, type Route } from '../../http/route.js';

/** Takes the lock for the caller; with `force` also from another holder, with `lockDate` only from the one of then. */
export const lockDeposit = (on: DepositDependencies): Route =>
  route<{ readonly force: boolean; readonly lockDate?: string }>('lockDeposit', async (call) => {
    const { force, lockDate } = call.query;
    const from = { force, ...(lockDate === undefined ? {} : { lockDate }) };
    const wanted = { depositId: pathParameter(call, 'depositId'), ...from };
    return resultAnswer(on, await command.lockDeposit(on.dependencies, intentOf(on.dependencies, call), wanted));
  });
