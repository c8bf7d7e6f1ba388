import type { DepositFact } from '../../../events/deposit.js';
import { bob, created, deleted, given, locked, of } from './deposit-facts.js';
import {
  claim,
  claimed,
  claimedOutside,
  completed,
  failedRun,
  forced,
  forcedBy,
  metadataCreated,
  queued,
  report,
} from './pipeline-facts.js';

const metadataOf = (epoch: number): DepositFact => ({
  type: 'PipelineMetadataCreated',
  data: { ...of, runId: 'p1', epoch, ...bob },
});
const completedOutside = (epoch: number, released: string | null = null): DepositFact => ({
  type: 'PipelineRunCompleted',
  data: { ...of, runId: 'p1', epoch, released, counts: null, ...bob },
});

describe('a report of the status of a pipeline run (companion 12.4)', () => {
  it('starts a run that waits', () =>
    given(created, queued)
      .when({ ...report, status: 'processing' })
      .then(claimedOutside));
  it('keeps the platform from taking the run afterwards', () =>
    given(created, queued, claimedOutside)
      .when({ ...claim, epoch: 1 })
      .thenRefused('pipeline-run-reassigned'));
  it('says that the metadata is there, also of a run that waits', () => {
    given(created, queued, claimed)
      .when({ ...report, status: 'metadataCreated' })
      .then(metadataOf(1));
    given(created, queued)
      .when({ ...report, status: 'metadataCreated' })
      .then(claimedOutside, metadataOf(1));
  });
  it('completes the run, and releases the lock', () => {
    given(created, queued, claimedOutside, metadataOf(1))
      .when({ ...report, status: 'completed' })
      .then(completedOutside(1));
    given(created, locked, queued)
      .when({ ...report, status: 'completed' })
      .then(completedOutside(0, 'bob'));
  });
  it('forces the completion of every unfinished run, with the text that was given', () => {
    const command = { ...report, status: 'completedWithErrors', errors: 'enough' } as const;
    for (const past of [[queued], [queued, claimed], [queued, claimed, metadataCreated]])
      given(created, ...past)
        .when(command)
        .then(forcedBy('bob'));
    given(created, queued, claimedOutside).when(command).then(forced);
  });
  it('changes nothing where it repeats what the run is', () => {
    given(created, queued)
      .when({ ...report, status: 'waiting' })
      .thenNothing();
    given(created, queued, claimed)
      .when({ ...report, status: 'processing' })
      .thenNothing();
    given(created, queued, claimed, metadataCreated)
      .when({ ...report, status: 'metadataCreated' })
      .thenNothing();
    given(created, queued, completed)
      .when({ ...report, status: 'completed' })
      .thenNothing();
    for (const end of [failedRun, forced])
      given(created, queued, end)
        .when({ ...report, status: 'completedWithErrors', errors: 'another text' })
        .thenNothing();
  });
  it('takes no run back', () => {
    given(created, queued, claimed)
      .when({ ...report, status: 'waiting' })
      .thenRefused('pipeline-status-not-allowed', 'Pipeline run p1 is processing, and cannot be waiting.');
    given(created, queued, claimed, metadataCreated)
      .when({ ...report, status: 'processing' })
      .thenRefused('pipeline-status-not-allowed');
  });
  it('gives a run that has ended no other status', () => {
    for (const status of ['waiting', 'processing', 'metadataCreated', 'completed'] as const)
      given(created, queued, claimed, forced)
        .when({ ...report, status })
        .thenRefused('pipeline-run-ended');
    given(created, queued, claimed, completed)
      .when({ ...report, status: 'completedWithErrors', errors: 'enough' })
      .thenRefused('pipeline-run-ended');
  });
  it('knows the end of every earlier run', () => {
    const another: DepositFact = {
      type: 'PipelineRunQueued',
      data: { ...of, runId: 'p2', archivalGroupName: null, ...bob },
    };
    given(created, queued, completed, another)
      .when({ ...report, status: 'completed' })
      .thenNothing();
    given(created, queued, completed, another)
      .when({ ...report, status: 'processing' })
      .thenRefused('pipeline-run-ended');
  });
  it('is refused for a run or a deposit that is not there', () => {
    given(created)
      .when({ ...report, status: 'processing' })
      .thenRefused('pipeline-run-not-found');
    given()
      .when({ ...report, status: 'processing' })
      .thenRefused('deposit-not-found', 'No deposit for deposit id d1');
    given(created, deleted)
      .when({ ...report, status: 'processing' })
      .thenRefused('deposit-not-found');
  });
});
