import * as command from '../../../commands/processes/activate-deposit.js';
import type { DepositServices } from '../deposit-services.js';
import { intentOf } from '../../service/intent-of.js';
import { route, type Route } from '../../http/route.js';
import { depositIdOf } from '../deposit-id.js';
import { resultAnswer } from '../result-answer.js';

/** Deactivates a failed deposit, so that another one can be active for its group. */
export const deactivateDeposit = (on: DepositServices): Route =>
  route('deactivateDeposit', async (call) =>
    resultAnswer(on, await command.deactivateDeposit(on.services, intentOf(on.services, call), depositIdOf(call))),
  );
