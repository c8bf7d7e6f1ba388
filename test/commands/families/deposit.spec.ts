import { expect } from 'chai';
import { deposit } from '../../../commands/deposit/decider.js';
import type { DepositBeginning, DepositFact } from '../../../events/deposit.js';
import { specify } from '../../support/decider-spec.js';

const { given } = specify(deposit);
const depositId = 'd1';
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
const bob = { by: 'bob', at };
const of = { depositId };

const beginning: DepositBeginning = {
  depositId,
  template: 'None',
  archivalGroup: 'a/g',
  archivalGroupName: null,
  submissionText: null,
  files: { bucket: 'workspace', prefix: 'deposits/d1/' },
};
const job = { jobId: 'j1', resultId: 'r1' };

const created: DepositFact = { type: 'DepositCreated', data: { ...beginning, admission: 0, ...ann } };
const groupless: DepositFact = {
  type: 'DepositCreated',
  data: { ...beginning, archivalGroup: null, admission: null, ...ann },
};
const locked: DepositFact = { type: 'DepositLocked', data: { ...of, ...bob } };
const accepted: DepositFact = { type: 'ImportJobAccepted', data: { ...of, ...job, planSha256: 'ff', ...ann } };
const failed: readonly DepositFact[] = [
  { type: 'ImportJobSettled', data: { ...of, ...job, outcome: 'completedWithErrors', at } },
  { type: 'DepositImportFailed', data: { ...of, jobId: 'j1', ...ann } },
];
const preserved: readonly DepositFact[] = [
  { type: 'ImportJobSettled', data: { ...of, ...job, outcome: 'completed', at } },
  { type: 'DepositPreserved', data: { ...of, jobId: 'j1', version: 'v1', ...ann } },
];
const deleted: DepositFact = { type: 'DepositDeleted', data: { ...of, ...ann } };
const activated: DepositFact = { type: 'DepositActivated', data: { ...of, admission: 4, ...ann } };

const create = { type: 'CreateDeposit', depositId, beginning, admission: 0, ...ann } as const;
const accept = { type: 'AcceptImportJob', ...of, ...job, archivalGroup: 'a/g', planSha256: 'ff', ...ann } as const;
const remove = { type: 'DeleteDeposit', ...of, ...ann } as const;
const activate = { type: 'ActivateDeposit', ...of, archivalGroup: 'a/g', admission: 4, ...ann } as const;
const assign = { type: 'AssignArchivalGroup', ...of, archivalGroup: 'a/h', admission: 2, ...ann } as const;
const settle = { type: 'SettleImportJob', ...of, jobId: 'j1', version: 1, released: 0, ...ann } as const;
const declinedJob = (code: string, detail: string): DepositFact => ({
  type: 'ImportJobDeclined',
  data: { ...of, ...job, code, detail, at },
});

describe('creating a deposit', () => {
  it('records all that it begins with', () => given().when(create).then(created));
  it('is refused where its place is taken', () =>
    given(created)
      .when(create)
      .thenRefused('deposit-location-exists', 'The deposit file location for d1 already exists.'));
  it('does not bring a deleted one back', () =>
    given(created, deleted).when(create).thenRefused('deposit-location-exists'));
});

describe('a deposit that is not there', () => {
  it('is not found', () => given().when(remove).thenRefused('deposit-not-found', 'Deposit d1 not found'));
  it('is not found once it was deleted', () => given(created, deleted).when(remove).thenRefused('deposit-not-found'));
});

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

describe('deleting a deposit', () => {
  it('is allowed in every status', () => {
    given(created).when(remove).then(deleted);
    given(created, accepted, ...preserved)
      .when(remove)
      .then(deleted);
    given(created, accepted, ...failed)
      .when(remove)
      .then(deleted);
  });
  it('is refused while an import runs', () =>
    given(created, accepted).when(remove).thenRefused('deposit-has-live-job'));
  it('is refused while someone else holds the lock', () =>
    given(created, locked).when(remove).thenRefused('deposit-locked', 'Deposit is locked by bob'));
  it('ends when the workspace is empty', () =>
    given(created, deleted)
      .when({ type: 'RecordWorkspaceEmptied', ...of, ...ann })
      .then({ type: 'DepositWorkspaceEmptied', data: { ...of, at } }));
});

describe('a deposit that is being exported', () => {
  const exported = { exportId: 'e1', version: 'v2' };
  const exporting: DepositFact = { type: 'DepositExportStarted', data: { ...of, ...exported, ...ann } };
  const arrived: DepositFact = { type: 'DepositFilesArrived', data: { ...of, exportId: 'e1', failures: 0, ...ann } };
  const arrive = { type: 'RecordFilesArrived', ...of, exportId: 'e1', failures: 0, ...ann } as const;
  const describe = { type: 'DescribeDeposit', ...of, submissionText: 'text', ...ann } as const;

  it('is created and exporting in one step', () =>
    given()
      .when({ ...create, exported })
      .then(created, exporting));
  it('becomes new when the files of its export have arrived, once', () => {
    given(created, exporting).when(arrive).then(arrived);
    given(created, exporting, arrived).when(arrive).thenNothing();
    given(created, exporting)
      .when({ ...arrive, exportId: 'e2' })
      .thenNothing();
  });
  it('refuses changes, assignments and imports until then', () => {
    given(created, exporting).when(describe).thenRefused('deposit-exporting', 'Deposit is being exported');
    given(created, exporting, locked).when(describe).thenRefused('deposit-exporting');
    given(created, exporting)
      .when({ ...assign, admission: null })
      .thenRefused('deposit-exporting');
    given(created, exporting).when(accept).then(declinedJob('deposit-exporting', 'Deposit is being exported'));
    given(created, exporting, arrived).when(accept).then(accepted);
  });
  it('can be locked, unlocked and deleted', () => {
    given(created, exporting)
      .when({ type: 'LockDeposit', ...of, force: false, ...bob })
      .then(locked);
    given(created, exporting).when(remove).then(deleted);
  });
  it('shows the export in every later status', () => {
    const state = [created, exporting, arrived, accepted, ...preserved].reduce(deposit.evolve, deposit.initial);
    expect(state).to.deep.include({ status: 'preserved', exported: { ...exported, ...ann, failures: 0 } });
  });
});
