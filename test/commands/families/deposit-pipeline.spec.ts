import { expect } from 'chai';
import { deposit } from '../../../commands/deposit/decider.js';
import { existing } from '../../../commands/deposit/state.js';
import type { DepositFact } from '../../../events/deposit.js';
import { accepted, ann, at, bob, created, deleted, failed, given, locked, of, remove } from './deposit-facts.js';
import {
  claim,
  claimed,
  claimedAgain,
  complete,
  completed,
  counts,
  endStale,
  fail,
  failedRun,
  forced,
  metadata,
  metadataCreated,
  queue,
  queued,
} from './pipeline-facts.js';

const stateAfter = (...facts: readonly DepositFact[]) => existing(facts.reduce(deposit.evolve, deposit.initial));
const exporting: DepositFact = { type: 'DepositExportStarted', data: { ...of, exportId: 'e1', version: 'v1', ...ann } };
const archiving: DepositFact = { type: 'DepositArchivingBegun', data: { ...of, jobId: 'z1', ...bob } };
const running = [created, queued, claimed];
const group = { archivalGroupName: null, archivalGroup: 'a/g' };

describe('a pipeline run', () => {
  describe('is queued', () => {
    it('for a deposit that nobody has locked', () => given(created).when(queue).then(queued));
    it('by the holder of the lock', () =>
      given(created, locked)
        .when({ ...queue, ...bob })
        .then({ type: 'PipelineRunQueued', data: { ...of, runId: 'p1', ...group, ...bob } }));
    for (const end of [completed, failedRun, forced])
      it(`again after ${end.type}`, () =>
        given(...running, end)
          .when({ ...queue, runId: 'p2' })
          .then({ type: 'PipelineRunQueued', data: { ...of, runId: 'p2', ...group, ...ann } }));
  });

  describe('is refused', () => {
    it('for a deposit that is not there', () =>
      given()
        .when(queue)
        .thenRefused('deposit-not-found', 'Could not run pipeline because could not find no deposit for ID d1'));
    it('for a deleted deposit', () => given(created, deleted).when(queue).thenRefused('deposit-not-found'));
    it('while somebody else holds the lock (companion 12.1)', () =>
      given(created, locked)
        .when(queue)
        .thenRefused('deposit-locked', 'Could not run pipeline because the deposit d1 is locked by bob'));
    it('while another one has not ended', () =>
      given(created, queued)
        .when({ ...queue, runId: 'p2' })
        .thenRefused('deposit-has-pipeline-run', 'Pipeline run p1 of deposit d1 is not finished.'));
    it('outside of the default working bucket (preservation 4.6)', () =>
      given(created)
        .when({ ...queue, workingBucket: 'another' })
        .thenRefused('pipeline-bucket-not-default'));
    it('while the deposit is exported or archived', () => {
      given(created, exporting).when(queue).thenRefused('deposit-exporting');
      given(created, accepted, ...failed, archiving)
        .when(queue)
        .thenRefused('deposit-archiving');
    });
  });

  describe('of a worker', () => {
    it('is claimed in a new epoch', () => {
      given(created, queued).when(claim).then(claimed);
      given(...running)
        .when({ ...claim, epoch: 1, worker: 'w2' })
        .then(claimedAgain);
    });
    it('is claimed by one of two workers that saw the same', () =>
      given(...running)
        .when({ ...claim, worker: 'w2' })
        .thenRefused('pipeline-run-reassigned'));
    it('keeps what it reached when another worker takes it over', () =>
      expect(stateAfter(...running, metadataCreated, claimedAgain)?.pipeline.live).to.include({
        status: 'metadataCreated',
        epoch: 2,
        worker: 'w2',
      }));
    it('has its metadata once', () => {
      given(...running)
        .when(metadata)
        .then(metadataCreated);
      given(...running, metadataCreated)
        .when(metadata)
        .thenNothing();
    });
    it('ends as completed or as failed', () => {
      given(...running, metadataCreated)
        .when(complete)
        .then(completed);
      given(...running)
        .when(fail)
        .then(failedRun);
    });
    it('refuses a worker with an earlier epoch', () => {
      for (const command of [metadata, complete, fail])
        given(...running, claimedAgain)
          .when(command)
          .thenRefused('pipeline-run-reassigned');
    });
    it('refuses every worker after its end', () => {
      for (const end of [completed, failedRun, forced])
        for (const command of [claim, metadata, complete, fail])
          given(...running, end)
            .when(command)
            .thenRefused('pipeline-run-ended');
    });
    it('refuses every worker after the deposit was deleted', () => {
      for (const command of [claim, metadata, complete, fail])
        given(...running, forced, deleted)
          .when(command)
          .thenRefused('pipeline-run-ended');
    });
    it('is not there where it was never queued', () =>
      given(created).when(claim).thenRefused('pipeline-run-not-found', 'No pipeline run p1 for deposit id d1'));
    it('names the most frequent formats only', () => {
      const formats = Array.from({ length: 150 }, (_, index) => ({ puid: `fmt/${index}`, name: null, files: index }));
      const decided = deposit.decide(
        { ...complete, counts: { ...counts, formats } },
        running.reduce(deposit.evolve, deposit.initial),
      );
      const [fact] = decided as readonly DepositFact[];
      const kept = fact?.type === 'PipelineRunCompleted' ? fact.data.counts?.formats : undefined;
      expect(kept?.map(({ files }) => files)).to.deep.equal(Array.from({ length: 100 }, (_, index) => 149 - index));
    });
  });

  describe('releases the lock in its last fact, whoever holds it (preservation 3.3)', () => {
    it('and says whose it was', () => {
      given(...running, locked)
        .when(complete)
        .then({
          type: 'PipelineRunCompleted',
          data: { ...of, runId: 'p1', epoch: 1, released: 'bob', counts, by: 'platform', at },
        });
    });
    for (const end of [completed, failedRun, forced])
      it(`by ${end.type}`, () => {
        expect(stateAfter(...running, locked)?.lock).to.deep.equal(bob);
        expect(stateAfter(...running, locked, end)?.lock).to.equal(null);
      });
  });

  describe('knows how many infected files the last completed one counted', () => {
    const infected = (files: number | null): DepositFact => ({
      type: 'PipelineRunCompleted',
      data: {
        ...of,
        runId: 'p1',
        epoch: 1,
        released: null,
        counts: files === null ? null : { ...counts, infected: files },
        by: 'platform',
        at,
      },
    });
    const after = (...ends: readonly DepositFact[]) =>
      stateAfter(created, ...ends.flatMap((end) => [queued, claimed, end]))?.pipeline.infected;
    it('of the newest that counted any', () => {
      expect(after()).to.equal(null);
      expect(after(infected(2))).to.equal(2);
      expect(after(infected(2), infected(0))).to.equal(0);
      expect(after(infected(2), infected(null))).to.equal(2);
      expect(after(infected(2), failedRun, forced)).to.equal(2);
    });
  });

  it('is ended by the deletion of the deposit', () =>
    given(...running)
      .when(remove)
      .then(
        {
          type: 'PipelineRunForceCompleted',
          data: { ...of, runId: 'p1', released: null, errors: 'The deposit was deleted.', ...ann },
        },
        deleted,
      ));
  it('keeps the deposit from being archived', () =>
    given(created, accepted, ...failed, queued)
      .when({
        type: 'BeginArchiving',
        ...of,
        jobId: 'z1',
        before: '2026-06-01T00:00:00.0000000Z',
        again: false,
        ...bob,
      })
      .thenRefused('deposit-has-pipeline-run'));
  it('is ended where nothing happened in it for long (companion 12.4)', () => {
    const stale: DepositFact = {
      type: 'PipelineRunForceCompleted',
      data: {
        ...of,
        runId: 'p1',
        released: null,
        errors: 'Cleaned up as previous processing did not complete',
        by: 'platform',
        at,
      },
    };
    given(created, queued).when(endStale).then(stale);
    given(...running)
      .when(endStale)
      .then(stale);
    given(...running)
      .when({ ...endStale, before: at })
      .thenNothing();
    given(...running, completed)
      .when(endStale)
      .thenNothing();
  });
});
