import { ann, bob, of, created, locked, accepted, preserved, remove, given } from './deposit-facts.js';

describe('the lock of a deposit', () => {
  const lock = { type: 'LockDeposit', ...of, force: false, ...ann } as const;
  const unlock = { type: 'UnlockDeposit', ...of, ...ann } as const;
  it('is taken by the first caller', () =>
    given(created)
      .when(lock)
      .then({ type: 'DepositLocked', data: { ...of, ...ann } }));
  it('is renewed by its holder', () =>
    given(created, locked)
      .when({ ...lock, ...bob })
      .then(locked));
  it('is refused to others', () =>
    given(created, locked).when(lock).thenRefused('deposit-locked', 'Deposit is locked by bob'));
  it('is seized by force', () =>
    given(created, locked)
      .when({ ...lock, force: true })
      .then({ type: 'DepositLockSeized', data: { ...of, from: 'bob', ...ann } }));
  it('is seized from the holder whom the caller knows of', () =>
    given(created, locked)
      .when({ ...lock, force: true, lockDate: bob.at })
      .then({ type: 'DepositLockSeized', data: { ...of, from: 'bob', ...ann } }));
  it('is not seized where another lock was taken meanwhile', () =>
    given(created, locked)
      .when({ ...lock, force: true, lockDate: '2020-01-01T00:00:00Z' })
      .thenRefused('deposit-locked', 'Deposit is locked by bob'));
  it('is taken where the lock that was to be seized has ended', () =>
    given(created)
      .when({ ...lock, force: true, lockDate: bob.at })
      .then({ type: 'DepositLocked', data: { ...of, ...ann } }));
  it('is not taken from its holder by a date alone', () =>
    given(created, locked)
      .when({ ...lock, lockDate: bob.at })
      .thenRefused('deposit-locked'));
  it('is ended by anyone', () =>
    given(created, locked)
      .when(unlock)
      .then({ type: 'DepositUnlocked', data: { ...of, from: 'bob', ...ann } }));
  it('needs no ending when there is none', () => given(created).when(unlock).thenNothing());
  it('outlives the end of an import', () =>
    given(created, locked, accepted, ...preserved)
      .when(remove)
      .thenRefused('deposit-locked'));
});
