import type { DepositFact } from '../../../events/deposit.js';
import { ann, bob, of, created, locked, given } from './deposit-facts.js';

describe('describing a deposit', () => {
  const describing = { type: 'DescribeDeposit', ...of, submissionText: 'new', ...ann } as const;
  const described: DepositFact = { type: 'DepositDescribed', data: { ...of, submissionText: 'new', ...ann } };
  it('records values that change', () => given(created).when(describing).then(described));
  it('changes nothing when it says what is known', () => given(created, described).when(describing).thenNothing());
  it('is refused while someone else holds the lock', () =>
    given(created, locked).when(describing).thenRefused('deposit-locked', 'Deposit is locked by bob'));
  it('is allowed to the holder of the lock', () =>
    given(created, locked)
      .when({ ...describing, ...bob })
      .then({ type: 'DepositDescribed', data: { ...of, submissionText: 'new', ...bob } }));
});
