import * as command from '../../../commands/processes/deposits/activate-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { route, pathParameter, type Route } from '../../http/route.js';

/** Makes a deposit active again. */
export const activateDeposit = (on: DepositDependencies): Route =>
  route('activateDeposit', async (call) =>
    resultAnswer(
      on,
      await command.activateDeposit(on.dependencies, intentOf(on.dependencies, call), pathParameter(call, 'depositId')),
    ),
  );
