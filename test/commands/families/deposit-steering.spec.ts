import { expect } from 'chai';
import { deposit } from '../../../commands/deposit/decider.js';
import { existing } from '../../../commands/deposit/state.js';
import type { SteeringStep } from '../../../commands/core/steering.js';
import type { DepositFact } from '../../../events/deposit.js';
import { accepted, at, bob, created, deleted, failed, given, locked, of } from './deposit-facts.js';
import {
  claim,
  claimed,
  claimedOutside,
  complete,
  completed,
  endStale,
  failedRun,
  queued,
  report,
} from './pipeline-facts.js';

const steer = (jobId: string, step: SteeringStep) => ({ type: 'SteerJob', ...of, jobId, step, ...bob }) as const;
const held: DepositFact = { type: 'JobHeld', data: { ...of, jobId: 'p1', ...bob } };
const released: DepositFact = { type: 'JobHoldReleased', data: { ...of, jobId: 'p1', ...bob } };
const turned: DepositFact = { type: 'JobPriorityChanged', data: { ...of, jobId: 'p1', priority: 7, ...bob } };
const cancelled = (more: { released?: string | null; errors?: string | null } = {}): DepositFact => ({
  type: 'PipelineRunForceCompleted',
  data: { ...of, runId: 'p1', released: null, errors: 'Cancelled by bob.', cancelledBy: 'bob', ...more, ...bob },
});
const waiting = [created, queued];
const running = [created, queued, claimed];

describe('a pipeline run that waits', () => {
  it('is held, and cannot be claimed until it is released', () => {
    given(...waiting)
      .when(steer('p1', 'hold'))
      .then(held);
    given(...waiting, held)
      .when(steer('p1', 'hold'))
      .thenNothing();
    given(...waiting, held)
      .when(claim)
      .thenRefused('job-held');
    given(...waiting, held)
      .when(steer('p1', 'release'))
      .then(released);
    given(...waiting, held, released)
      .when(claim)
      .then(claimed);
  });
  it('is not begun by a worker outside of the platform while it is held', () =>
    given(...waiting, held)
      .when({ ...report, status: 'processing' })
      .thenRefused('job-held'));
  it('is not stale while it is held', () => {
    given(...waiting, held)
      .when(endStale)
      .thenNothing();
    expect(existing([...waiting, held, released].reduce(deposit.evolve, deposit.initial))?.pipeline.live).to.include({
      changed: at,
    });
  });
  it('gets another priority', () => {
    given(...waiting)
      .when(steer('p1', { priority: 7 }))
      .then(turned);
    given(...waiting, turned)
      .when(steer('p1', { priority: 7 }))
      .thenNothing();
  });
  it('is neither held nor turned once it runs', () => {
    given(...running)
      .when(steer('p1', 'hold'))
      .thenRefused('job-running', 'The pipeline run p1 is running. Only a job that waits can be held.');
    given(...running)
      .when(steer('p1', { priority: 7 }))
      .thenRefused('job-running');
    given(...running)
      .when(steer('p1', 'release'))
      .thenRefused('job-not-held');
  });
});

describe('a cancel of a pipeline run', () => {
  it('ends one that waits, is held or runs, and the lock with it', () => {
    for (const facts of [waiting, [...waiting, held], running])
      given(...facts)
        .when(steer('p1', 'cancel'))
        .then(cancelled());
    given(...running, locked)
      .when(steer('p1', 'cancel'))
      .then(cancelled({ released: 'bob' }));
  });
  it('is what forces a run to its end, in the words of who forced it (preservation 3.3)', () =>
    given(...running)
      .when({ ...report, status: 'completedWithErrors', errors: 'enough' })
      .then(cancelled({ errors: 'enough' })));
  it('is not the report of a worker outside of the platform that its run has failed', () =>
    given(created, queued, claimedOutside)
      .when({ ...report, status: 'completedWithErrors', errors: 'no disk' })
      .then({
        type: 'PipelineRunForceCompleted',
        data: { ...of, runId: 'p1', released: null, errors: 'no disk', ...bob },
      }));
  it('keeps its worker from all that it would record', () =>
    given(...running, cancelled())
      .when(complete)
      .thenRefused('pipeline-run-ended'));
  it('may be repeated, also after later runs', () => {
    given(...running, cancelled())
      .when(steer('p1', 'cancel'))
      .thenNothing();
    const second: DepositFact = { ...queued, data: { ...queued.data, runId: 'p2' } } as DepositFact;
    given(...running, cancelled(), second)
      .when(steer('p1', 'cancel'))
      .thenNothing();
  });
  it('is refused for one that ended otherwise', () => {
    for (const end of [completed, failedRun])
      given(...running, end)
        .when(steer('p1', 'cancel'))
        .thenRefused('job-ended');
    given(...running, cancelled(), deleted)
      .when(steer('p1', 'cancel'))
      .thenRefused('job-ended');
  });
});

const begun: DepositFact = { type: 'DepositArchivingBegun', data: { ...of, jobId: 'z1', ...bob } };
const archiving = [created, accepted, ...failed, begun];

describe('an archive job that waits', () => {
  const heldJob: DepositFact = { type: 'JobHeld', data: { ...of, jobId: 'z1', ...bob } };
  const claimArchiving = { type: 'ClaimArchiving', ...of, jobId: 'z1', epoch: 0, worker: 'w1', ...bob } as const;
  const claimedJob: DepositFact = {
    type: 'DepositArchivingClaimed',
    data: { ...of, jobId: 'z1', epoch: 1, worker: 'w1', at },
  };
  it('is held, and cannot be claimed until it is released', () => {
    given(...archiving)
      .when(steer('z1', 'hold'))
      .then(heldJob);
    given(...archiving, heldJob)
      .when(claimArchiving)
      .thenRefused('job-held');
    given(...archiving, heldJob)
      .when(steer('z1', 'release'))
      .then({ type: 'JobHoldReleased', data: { ...of, jobId: 'z1', ...bob } });
  });
  it('is neither held nor turned once it runs', () => {
    for (const step of ['hold', { priority: 1 }] as const)
      given(...archiving, claimedJob)
        .when(steer('z1', step))
        .thenRefused('job-running');
  });
});

describe('a cancel of an archive job', () => {
  const verified: DepositFact = {
    type: 'DepositArchivingVerified',
    data: {
      ...{ ...of, jobId: 'z1', archivalGroup: 'a/g', version: 'v1', inventorySha256: 'ee', files: 2, bytes: 9 },
      at,
    },
  };
  const cancelledJob: DepositFact = {
    type: 'DepositArchivingFailed',
    data: {
      ...{ ...of, jobId: 'z1', errors: [{ path: null, message: 'Cancelled by bob.' }], cancelledBy: 'bob' },
      ...bob,
    },
  };
  it('ends it, so that the deposit can be changed', () => {
    given(...archiving)
      .when(steer('z1', 'cancel'))
      .then(cancelledJob);
    given(...archiving, cancelledJob)
      .when({ type: 'LockDeposit', ...of, force: false, ...bob })
      .then(locked);
  });
  it('is refused once what it removes is decided', () =>
    given(...archiving, verified)
      .when(steer('z1', 'cancel'))
      .thenRefused(
        'removal-decided',
        'The files of deposit d1 are being removed; archive job z1 cannot be cancelled.',
      ));
  it('may be repeated', () =>
    given(...archiving, cancelledJob)
      .when(steer('z1', 'cancel'))
      .thenNothing());
  it('keeps its worker from removing anything', () => {
    given(...archiving, cancelledJob)
      .when({ type: 'RecordArchivingVerified', ...verified.data, epoch: 0, ...bob })
      .thenNothing();
  });
  it('is refused for one that failed', () =>
    given(...archiving, { type: 'DepositArchivingFailed', data: { ...of, jobId: 'z1', errors: [], ...bob } })
      .when(steer('z1', 'cancel'))
      .thenRefused('job-ended'));
});
