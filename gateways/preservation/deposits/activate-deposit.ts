import * as command from '../../../commands/processes/activate-deposit.js';
import type { DepositServices } from '../deposit-services.js';
import { intentOf } from '../../service/intent-of.js';
import { route, type Route } from '../../http/route.js';
import { depositIdOf } from '../deposit-id.js';
import { resultAnswer } from '../result-answer.js';

/** Makes a deposit active again. */
export const activateDeposit = (on: DepositServices): Route =>
  route('activateDeposit', async (call) =>
    resultAnswer(on, await command.activateDeposit(on.services, intentOf(on.services, call), depositIdOf(call))),
  );
