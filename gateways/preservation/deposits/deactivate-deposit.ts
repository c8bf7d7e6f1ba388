import * as command from '../../../commands/processes/activate-deposit.js';
import type { DepositServices } from '../deposit-services.js';
import { intentOf } from '../../service/intent-of.js';
import { route, type Route } from '../../http/route.js';
import { depositIdOf } from '../deposit-id.js';
import { settledAnswer } from '../settled-answer.js';

/** Gives up a failed deposit, so that its group is free. */
export const deactivateDeposit = (on: DepositServices): Route =>
  route('deactivateDeposit', async (call) =>
    settledAnswer(on, await command.deactivateDeposit(on.services, intentOf(on.services, call), depositIdOf(call))),
  );
