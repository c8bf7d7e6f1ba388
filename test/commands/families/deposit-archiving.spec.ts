import { deposit } from '../../../commands/deposit/decider.js';
import type { DepositFact } from '../../../events/deposit.js';
import { expect } from 'chai';
import type { DepositCommand } from '../../../commands/deposit/commands.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import {
  at,
  ann,
  bob,
  of,
  created,
  locked,
  accepted,
  failed,
  preserved,
  activated,
  accept,
  remove,
  activate,
  assign,
  given,
} from './deposit-facts.js';

const begin = {
  type: 'BeginArchiving',
  ...of,
  jobId: 'z1',
  before: '2026-06-01T00:00:00.0000000Z',
  again: false,
  ...bob,
} as const;
const archivingBegun: DepositFact = {
  type: 'DepositArchivingBegun',
  data: { ...of, jobId: 'z1', archivalGroup: 'a/g', ...bob },
};
const claimed: DepositFact = {
  type: 'DepositArchivingClaimed',
  data: { ...of, jobId: 'z1', epoch: 1, worker: 'w1', at },
};
const claim = { type: 'ClaimArchiving', ...of, jobId: 'z1', worker: 'w2', ...bob } as const;
const complete = { type: 'CompleteArchiving', ...of, jobId: 'z1', epoch: 1, removed: 3, ...bob } as const;
const fail = { type: 'FailArchiving', ...of, jobId: 'z1', epoch: 1, errors: [], ...bob } as const;
const verification = { archivalGroup: 'a/g', version: 'v1', inventorySha256: 'ff', files: 3, bytes: 11 };
const verify = { type: 'RecordArchivingVerified', ...of, jobId: 'z1', epoch: 1, ...verification, ...bob } as const;
const archived: DepositFact = { type: 'DepositArchived', data: { ...of, jobId: 'z1', removed: 3, ...bob } };
const errors = [{ path: 'objects/a', message: 'not there' }];
const archivingFailed: DepositFact = { type: 'DepositArchivingFailed', data: { ...of, jobId: 'z1', errors, ...bob } };
const inError = [created, accepted, ...failed];
const done = [created, accepted, ...preserved];

describe('archiving a deposit', () => {
  it('begins for one that is preserved', () =>
    given(...done)
      .when(begin)
      .then(archivingBegun));
  it('begins for one in error', () =>
    given(...inError)
      .when(begin)
      .then(archivingBegun));
  it('begins in spite of a lock', () =>
    given(...done, locked)
      .when(begin)
      .then(archivingBegun));
  it('is refused for a new one', () =>
    given(created)
      .when(begin)
      .thenRefused(
        'deposit-not-archivable',
        'Deposit d1 cannot be archived: its status is new, not preserved or error.',
      ));
  it('is refused for one that is being exported', () =>
    given(created, { type: 'DepositExportStarted', data: { ...of, exportId: 'e1', version: 'v1', ...ann } })
      .when(begin)
      .thenRefused('deposit-not-archivable'));
  it('is refused for an active one', () =>
    given(...inError, activated)
      .when(begin)
      .thenRefused('deposit-not-archivable', 'Deposit d1 cannot be archived: it is active.'));
  it('is refused while an import job of it has not ended', () =>
    given(...inError, {
      type: 'ImportJobAccepted',
      data: { ...of, jobId: 'j2', resultId: 'r2', planSha256: 'ff', ...ann },
    })
      .when(begin)
      .thenRefused('deposit-has-live-job'));
  it('is refused for one that was modified at the limit', () =>
    given(...done)
      .when({ ...begin, before: at })
      .thenRefused('deposit-not-archivable'));
  it('begins for one that was modified just before the limit', () =>
    given(...done)
      .when({ ...begin, before: '2026-05-04T12:00:00.0000001Z' })
      .then(archivingBegun));
  it('is refused for one that was archived', () =>
    given(...done, archivingBegun, archived)
      .when({ ...begin, jobId: 'z2' })
      .thenRefused('deposit-not-archivable', `Deposit d1 cannot be archived: it was archived at ${at}.`));
  it('is refused for one that was archived and activated since', () =>
    given(...inError, archivingBegun, archived, activated)
      .when({ ...begin, jobId: 'z2' })
      .thenRefused('deposit-not-archivable'));
  it('does not begin twice under one id, however many came between', () => {
    const second: DepositFact = {
      type: 'DepositArchivingBegun',
      data: { ...of, jobId: 'z2', archivalGroup: 'a/g', ...bob },
    };
    const again = { ...begin, again: true };
    given(...done, archivingBegun)
      .when(again)
      .thenNothing();
    given(...done, archivingBegun, archivingFailed)
      .when(again)
      .thenNothing();
    given(...done, archivingBegun, archivingFailed, second)
      .when(again)
      .thenNothing();
  });
  it('is refused while it is being archived', () =>
    given(...done, archivingBegun)
      .when({ ...begin, jobId: 'z2' })
      .thenRefused('deposit-archiving', 'Deposit is being archived'));
  it('is not tried again by itself after a job with errors', () =>
    given(...done, archivingBegun, archivingFailed)
      .when({ ...begin, jobId: 'z2' })
      .thenRefused('deposit-not-archivable', 'Deposit d1 cannot be archived: its last archive job, z1, has errors.'));
  it('is tried again on request', () =>
    given(...done, archivingBegun, archivingFailed)
      .when({ ...begin, jobId: 'z2', again: true })
      .then({ type: 'DepositArchivingBegun', data: { ...of, jobId: 'z2', archivalGroup: 'a/g', ...bob } }));
});

describe('a deposit that is being archived', () => {
  const refused: readonly [string, DepositCommand][] = [
    ['a description', { type: 'DescribeDeposit', ...of, submissionText: 'x', ...ann }],
    ['a lock', { type: 'LockDeposit', ...of, force: false, ...ann }],
    ['a forced lock', { type: 'LockDeposit', ...of, force: true, ...ann }],
    ['its deletion', remove],
    ['another group', { ...assign, admission: null }],
    [
      'the report of another archiver',
      {
        type: 'ReportArchiveJob',
        ...of,
        jobId: 'z9',
        started: null,
        finished: null,
        removed: 0,
        errors: [],
        batch: null,
        ...ann,
      },
    ],
  ];
  for (const [what, command] of refused)
    it(`refuses ${what}`, () =>
      given(...done, archivingBegun)
        .when(command)
        .thenRefused('deposit-archiving'));
  it('declines to be activated', () =>
    given(...done, archivingBegun)
      .when(activate)
      .then({
        type: 'DepositAdmissionDeclined',
        data: {
          ...of,
          archivalGroup: 'a/g',
          admission: 4,
          code: 'deposit-archiving',
          detail: 'Deposit is being archived',
          at,
        },
      }));
  it('declines an import job', () =>
    given(...inError, archivingBegun)
      .when({ ...accept, jobId: 'j2', resultId: 'r2' })
      .then({
        type: 'ImportJobDeclined',
        data: {
          ...of,
          jobId: 'j2',
          resultId: 'r2',
          code: 'deposit-archiving',
          detail: 'Deposit is being archived',
          at,
        },
      }));
  it('is archived once', () =>
    given(...done, archivingBegun, claimed, archived)
      .when(complete)
      .then());
  it('is not archived by a job that has failed', () =>
    given(...done, archivingBegun, claimed, archivingFailed)
      .when(complete)
      .then());
  it('is not failed by a job that has archived it', () =>
    given(...done, archivingBegun, claimed, archived)
      .when(fail)
      .then());
  it('is claimed by one worker in each epoch', () =>
    given(...done, archivingBegun, claimed)
      .when({ ...claim, epoch: 1 })
      .then({ type: 'DepositArchivingClaimed', data: { ...of, jobId: 'z1', epoch: 2, worker: 'w2', at } }));
  it('is claimed after an earlier version of the platform had verified it', () =>
    given(...done, archivingBegun, {
      type: 'DepositArchivingVerified',
      data: { ...of, jobId: 'z1', ...verification, at },
    })
      .when({ ...claim, epoch: 0 })
      .then({ type: 'DepositArchivingClaimed', data: { ...of, jobId: 'z1', epoch: 1, worker: 'w2', at } }));
  it('is not claimed by a worker that another one has preceded', () =>
    given(...done, archivingBegun, claimed)
      .when({ ...claim, epoch: 0 })
      .then());
  it('is not claimed once it is archived', () =>
    given(...done, archivingBegun, claimed, archived)
      .when({ ...claim, epoch: 1 })
      .then());
  for (const command of [verify, complete, fail])
    it(`does not take ${command.type} from a worker of an earlier epoch`, () =>
      given(...done, archivingBegun, claimed)
        .when({ ...command, epoch: 0 })
        .then());
  it('has no lock any more once its files are verified', () =>
    given(...done, locked, archivingBegun, claimed)
      .when(verify)
      .then(
        { type: 'DepositArchivingVerified', data: { ...of, jobId: 'z1', ...verification, at } },
        { type: 'DepositUnlocked', data: { ...of, from: 'bob', ...bob } },
      ));
  it('can be activated once it is archived', () =>
    given(...done, archivingBegun, archived)
      .when(activate)
      .then(activated));
  it('can be activated once archiving has failed', () =>
    given(...done, archivingBegun, archivingFailed)
      .when(activate)
      .then(activated));
  it('has its old time of modification, and no lock, once it is archived', () => {
    const state = [...done, locked, archivingBegun, archived].reduce(deposit.evolve, deposit.initial);
    const { status, lock, lastModified, active } = state as Deposit;
    expect({ status, lock, lastModified, active }).to.deep.equal({
      status: 'archived',
      lock: null,
      lastModified: at,
      active: false,
    });
  });
});
