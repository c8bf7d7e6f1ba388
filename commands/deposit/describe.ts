import type { DepositFact } from '../../events/deposit.js';
import { descriptionChanges } from '../../events/deposit-description.js';
import type { DescribeDeposit } from './commands.js';
import type { Deposit } from './state.js';

/** A fact with the values that change; none when all are the same as before. */
export const describe = (command: Omit<DescribeDeposit, 'type'>, deposit: Deposit): DepositFact[] => {
  const { depositId, by, at } = command;
  const described = descriptionChanges(command, (text, field) => text !== deposit[field]);
  if (Object.keys(described).length === 0) return [];
  return [{ type: 'DepositDescribed', data: { depositId, ...described, by, at } }];
};
