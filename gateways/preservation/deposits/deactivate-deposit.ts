import * as command from '../../../commands/processes/deposits/activate-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { route, pathParameter, type Route } from '../../http/route.js';

/** Deactivates a failed deposit, so that another one can be active for its group. */
export const deactivateDeposit = (on: DepositDependencies): Route =>
  route('deactivateDeposit', async (call) =>
    resultAnswer(
      on,
      await command.deactivateDeposit(
        on.dependencies,
        intentOf(on.dependencies, call),
        pathParameter(call, 'depositId'),
      ),
    ),
  );
