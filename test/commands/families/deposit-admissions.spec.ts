import {
  at,
  ann,
  of,
  created,
  groupless,
  locked,
  accepted,
  failed,
  activated,
  activate,
  assign,
  given,
} from './deposit-facts.js';

describe('a deposit and its admissions', () => {
  it('becomes active by a new one', () =>
    given(created, accepted, ...failed)
      .when(activate)
      .then(activated));
  it('answers one once only', () =>
    given(created, accepted, ...failed, activated)
      .when(activate)
      .thenNothing());
  it('does not come back to one that it left behind', () =>
    given(created, accepted, ...failed, activated, { type: 'DepositDeactivated', data: { ...of, ...ann } })
      .when(activate)
      .thenNothing());
  it('declines one to a group that it does not belong to', () =>
    given(created)
      .when({ ...activate, archivalGroup: 'a/h' })
      .then({
        type: 'DepositAdmissionDeclined',
        data: {
          ...of,
          archivalGroup: 'a/h',
          admission: 4,
          code: 'deposit-changed',
          detail: 'Deposit d1 was changed by another request in the meantime; please try again.',
          at,
        },
      }));
  it('needs none without a group', () =>
    given(groupless, { type: 'DepositDeactivated', data: { ...of, ...ann } })
      .when({ ...activate, archivalGroup: null, admission: null })
      .then({ type: 'DepositActivated', data: { ...of, admission: null, ...ann } }));
  it('moves to another group by the admission there', () =>
    given(created)
      .when({ ...assign, submissionText: 'moved' })
      .then(
        {
          type: 'DepositArchivalGroupAssigned',
          data: { ...of, archivalGroup: 'a/h', admission: 2, previous: 'a/g', previousAdmission: 0, ...ann },
        },
        { type: 'DepositDescribed', data: { ...of, submissionText: 'moved', ...ann } },
      ));
  it('declines to move while someone else holds the lock', () =>
    given(created, locked)
      .when(assign)
      .then({
        type: 'DepositAdmissionDeclined',
        data: {
          ...of,
          archivalGroup: 'a/h',
          admission: 2,
          code: 'deposit-locked',
          detail: 'Deposit is locked by bob',
          at,
        },
      }));
  it('does not move while an import runs', () =>
    given(created, accepted, ...failed, activated, {
      ...accepted,
      data: { ...accepted.data, jobId: 'j2' },
    })
      .when({ ...assign, admission: null })
      .thenRefused('deposit-has-live-job'));
});

describe('deactivating a deposit', () => {
  const deactivate = { type: 'DeactivateDeposit', ...of, admission: null, ...ann } as const;
  it('is refused unless its import failed', () =>
    given(groupless)
      .when(deactivate)
      .thenRefused('deposit-not-in-error', 'deposit.active = false not allowed when deposit.status != error (id: d1)'));
  it('follows the end of the admission that it is active by', () =>
    given(created, accepted, ...failed, activated)
      .when({ ...deactivate, admission: 4 })
      .then({ type: 'DepositDeactivated', data: { ...of, ...ann } }));
  it('does not follow the end of an older admission', () =>
    given(created, accepted, ...failed, activated)
      .when({ ...deactivate, admission: 0 })
      .thenNothing());
});
