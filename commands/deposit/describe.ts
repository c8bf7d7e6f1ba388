import type { DepositFact } from '../../events/deposit.js';
import type { DescribeDeposit } from './commands.js';
import type { Deposit } from './state.js';

/** A fact with the values that change; none when all are the same as before. */
export const describe = (command: DescribeDeposit, deposit: Deposit): DepositFact[] => {
  const { depositId, by, at, archivalGroupName = deposit.archivalGroupName } = command;
  const { submissionText = deposit.submissionText } = command;
  const described: Pick<DescribeDeposit, 'archivalGroupName' | 'submissionText'> = {
    ...(archivalGroupName !== null && archivalGroupName !== deposit.archivalGroupName && { archivalGroupName }),
    ...(submissionText !== null && submissionText !== deposit.submissionText && { submissionText }),
  };
  if (Object.keys(described).length === 0) return [];
  return [{ type: 'DepositDescribed', data: { depositId, ...described, by, at } }];
};
