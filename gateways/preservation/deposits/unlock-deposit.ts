import * as command from '../../../commands/processes/deposits/lock-deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { route, pathParameter, type Route } from '../../http/route.js';

/** Releases the lock of any holder. */
export const unlockDeposit = (on: DepositDependencies): Route =>
  route('unlockDeposit', async (call) =>
    resultAnswer(
      on,
      await command.unlockDeposit(on.dependencies, intentOf(on.dependencies, call), pathParameter(call, 'depositId')),
    ),
  );
