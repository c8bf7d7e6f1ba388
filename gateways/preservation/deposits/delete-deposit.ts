import * as command from '../../../commands/processes/deposits/delete-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { route, pathParameter, type Route } from '../../http/route.js';

/** Deletes a deposit with its workspace. */
export const deleteDeposit = (on: DepositDependencies): Route =>
  route('deleteDeposit', async (call) =>
    resultAnswer(
      on,
      await command.deleteDeposit(on.dependencies, intentOf(on.dependencies, call), pathParameter(call, 'depositId')),
    ),
  );
