import {
  ann,
  of,
  created,
  groupless,
  locked,
  accepted,
  failed,
  preserved,
  activated,
  accept,
  settle,
  declinedJob,
  given,
} from './deposit-facts.js';

describe('accepting an import job', () => {
  it('records the job', () => given(created).when(accept).then(accepted));
  it('changes nothing the second time', () => given(created, accepted).when(accept).thenNothing());
  it('is declined without an archival group', () =>
    given(groupless).when(accept).then(declinedJob('deposit-without-group', 'Deposit requires Archival Group')));
  it('is declined after a job that completed', () =>
    given(created, { ...accepted, data: { ...accepted.data, jobId: 'j0' } })
      .when(accept)
      .then(declinedJob('deposit-has-import-job', 'There are existing import jobs for this deposit')));
  it('is allowed again after a failed one', () =>
    given(created, accepted, ...failed)
      .when({ ...accept, jobId: 'j2', resultId: 'r2' })
      .then({
        type: 'ImportJobAccepted',
        data: { ...of, jobId: 'j2', resultId: 'r2', planSha256: 'ff', ...ann },
      }));
  it('is declined for another archival group, naming both', () =>
    given(created)
      .when({ ...accept, archivalGroup: 'a/h' })
      .then(
        declinedJob(
          'archival-group-mismatch',
          "Import job Archival Group 'a/h' does not match the Deposit's Archival Group 'a/g'.",
        ),
      ));
  it('is declined while someone else holds the lock', () =>
    given(created, locked).when(accept).then(declinedJob('deposit-locked', 'Deposit is locked by another user: bob')));
});

describe('settling an import job', () => {
  it('preserves the deposit', () =>
    given(created, accepted)
      .when(settle)
      .then(...preserved));
  it('shows a failure', () =>
    given(created, accepted)
      .when({ ...settle, version: null })
      .then(...failed));
  it('changes nothing the second time', () =>
    given(created, accepted, ...preserved)
      .when(settle)
      .thenNothing());
  it('waits for the end of the admission that the deposit has by now', () =>
    given(created, accepted, { ...activated, data: { ...activated.data, admission: 9 } })
      .when(settle)
      .thenRefused('deposit-changed'));
});
