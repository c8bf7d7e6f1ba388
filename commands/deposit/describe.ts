import type { DepositFact } from '../../events/deposit.js';
import type { DescribeDeposit } from './commands.js';
import type { Deposit } from './state.js';

/** What is said anew of a deposit; nothing when all of it is known. */
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
