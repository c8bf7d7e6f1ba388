import type { DepositFact } from '../../events/deposit.js';
import { refuse, type Given, type Refusal } from '../core/decider.js';
import { handle, type HandleResult } from '../core/handle.js';
import { REFUSALS, type RefusalCode } from '../core/refusal-codes.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { depositStream } from '../core/stream-names.js';
import type { DepositCommand } from './commands.js';
import { deposit } from './decider.js';

/** Carries out a command on a deposit. */
export const onDeposit = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: Given<DepositCommand>,
): Promise<HandleResult<DepositFact>> =>
  handle(dependencies, intent, { decider: deposit, stream: depositStream(command.depositId), command });

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** The refusal of a result: its own, or that of a fact by which the deposit declined; null for a success. */
export const refusalOf = (result: HandleResult<DepositFact>): Refusal | null => {
  if (!result.ok) return result.refusal;
  for (const { type, data } of result.value) {
    if (type !== 'DepositAdmissionDeclined' && type !== 'ImportJobDeclined') continue;
    return refuse(isRefusalCode(data.code) ? data.code : 'deposit-changed', data.detail);
  }
  return null;
};
