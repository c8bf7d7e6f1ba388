import { expect } from 'chai';
import { platformJob } from '../../../commands/platform-job/decider.js';
import { jobTarget } from '../../../commands/platform-job/target.js';
import type { SteeringStep } from '../../../commands/core/steering.js';
import type { JobTargetFact, NewPlatformJob, PlatformJobFact } from '../../../events/platform-job.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(platformJob);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
const platform = { by: 'platform', at };
const of = { jobId: 'j1' };
const request: NewPlatformJob = { kind: 'adoption', parameters: { archivalGroup: null, dryRun: true, verify: false } };
const line = { code: 'adoptable', archivalGroup: 'a/g', key: 'f0/1', message: 'v1.', expected: null, found: null };
const summary = { groups: 1, versions: 1, known: 0, notAdopted: 0 };
const end = { outcome: 'completed', summary, errors: [], failures: 0 } as const;

const requested: PlatformJobFact = { type: 'JobRequested', data: { ...of, ...request, ...ann } };
const claimed = (epoch: number): PlatformJobFact => ({ type: 'JobClaimed', data: { ...of, epoch, worker: 'w1', at } });
const ended: PlatformJobFact = { type: 'JobEnded', data: { ...of, epoch: 1, ...end, at } };

const ask = { type: 'RequestJob', ...of, request, ...ann } as const;
const claim = (epoch: number) => ({ type: 'ClaimJob', ...of, epoch, worker: 'w1', ...platform }) as const;
const record = { type: 'RecordJobReport', ...of, epoch: 1, page: 0, lines: [line], ...platform } as const;
const finish = { type: 'EndJob', ...of, epoch: 1, ...end, ...platform } as const;
const steer = (step: SteeringStep) => ({ type: 'SteerJob', ...of, step, ...ann }) as const;
const cancel = steer('cancel');

describe('a job of the platform', () => {
  it('is requested once', () => {
    given().when(ask).then(requested);
    given(requested).when(ask).thenNothing();
  });
  it('is claimed by one worker in each epoch', () => {
    given(requested).when(claim(0)).then(claimed(1));
    given(requested, claimed(1)).when(claim(0)).thenRefused('lease-lost');
    given(requested, claimed(1)).when(claim(1)).then(claimed(2));
  });
  it('is reported on and ended by the worker that has it', () => {
    given(requested, claimed(1))
      .when(record)
      .then({ type: 'JobReportPageRecorded', data: { ...of, epoch: 1, page: 0, lines: [line], at } });
    given(requested, claimed(1)).when(finish).then(ended);
  });
  it('takes nothing from a worker with an earlier epoch', () => {
    for (const command of [record, finish])
      given(requested, claimed(1), claimed(2)).when(command).thenRefused('lease-lost');
  });
  it('takes nothing from a worker after its end', () => {
    for (const command of [record, finish, claim(1)])
      given(requested, claimed(1), ended).when(command).thenRefused('lease-lost');
  });
  it('is ended by a cancel, whether a worker has it or not', () => {
    const cancelled = (epoch: number): PlatformJobFact => {
      const errors = [{ path: null, message: 'Cancelled by ann.' }];
      const broken = { outcome: 'completedWithErrors', summary: null, errors, failures: 1 } as const;
      return { type: 'JobEnded', data: { ...of, epoch, ...broken, cancelledBy: 'ann', at } };
    };
    given(requested).when(cancel).then(cancelled(0));
    given(requested, claimed(1)).when(cancel).then(cancelled(1));
    given(requested, claimed(1), cancelled(1)).when(cancel).thenNothing();
    given(requested, claimed(1), ended).when(cancel).thenRefused('job-ended');
  });
  it('cannot be claimed while an agent holds it', () => {
    const held: PlatformJobFact = { type: 'JobHeld', data: { ...of, ...ann } };
    const released: PlatformJobFact = { type: 'JobHoldReleased', data: { ...of, ...ann } };
    given(requested).when(steer('hold')).then(held);
    given(requested, held).when(claim(0)).thenRefused('job-held');
    given(requested, held).when(steer('release')).then(released);
    given(requested, held, released).when(claim(0)).then(claimed(1));
  });
  it('has a priority while it waits', () => {
    const raised: PlatformJobFact = { type: 'JobPriorityChanged', data: { ...of, priority: 3, ...ann } };
    given(requested)
      .when(steer({ priority: 3 }))
      .then(raised);
    given(requested, raised)
      .when(steer({ priority: 3 }))
      .thenNothing();
    given(requested, claimed(1))
      .when(steer({ priority: 3 }))
      .thenRefused('job-running');
    given(requested, claimed(1)).when(steer('hold')).thenRefused('job-running');
  });
  it('is not there before it is requested', () => {
    for (const command of [claim(0), record, finish, cancel]) given().when(command).thenRefused('job-not-found');
  });
  it('shows when it was first taken up, and how it has ended', () => {
    const later: PlatformJobFact = { type: 'JobClaimed', data: { ...of, epoch: 2, worker: 'w2', at: '2026-05-05' } };
    const state = [requested, claimed(1), later, ended].reduce(platformJob.evolve, platformJob.initial);
    expect(state).to.deep.include({ status: 'ended', epoch: 2, worker: 'w2', begun: at, end, finished: at });
  });
});

describe('the jobs of one kind for one target', () => {
  const jobs = specify(jobTarget);
  const admitted = (jobId: string): JobTargetFact => ({ type: 'JobAdmitted', data: { jobId, ...request, ...ann } });
  const admit = (jobId: string, over: string | null) =>
    ({ type: 'AdmitJob', jobId, request, ended: over, ...ann }) as const;

  it('are admitted one at a time', () => {
    jobs.given().when(admit('j1', null)).then(admitted('j1'));
    jobs.given(admitted('j1')).when(admit('j2', null)).thenRefused('job-of-kind-active');
    jobs.given(admitted('j1')).when(admit('j2', 'j1')).then(admitted('j2'));
  });
  it('are refused to whoever saw the end of an earlier job than the last', () => {
    const past = [admitted('j1'), admitted('j2')];
    jobs
      .given(...past)
      .when(admit('j3', 'j1'))
      .thenRefused(
        'job-of-kind-active',
        'The adoption job j2 has not ended, and of each kind only one for the same target is admitted at a time.',
      );
  });
});
