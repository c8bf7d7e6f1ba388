import { expect } from 'chai';
import { renderJob, type JobProgress } from '../../../gateways/rendering/job.js';
import type { JobDocument, JobKindName } from '../../../projections/jobs/job-document.js';

const baseUrls = { preservation: 'http://p', storage: 'http://s' };
const at = (second: number): string => `2026-05-01T12:00:${String(second).padStart(2, '0')}.0000000Z`;

const job: JobDocument = {
  ...{ archivalGroupName: 'Letters', baseVersion: 1, counts: null },
  planned: { added: 2, changed: 1, deleted: 0, renamed: 0 },
  steps: [
    { step: 'wait', begun: at(0), ended: at(1) },
    { step: 'prepare', begun: at(1), ended: null },
  ],
  ...{ jobId: 'j1', kind: 'import', status: 'running', agent: 'ann', depositId: 'd1', archivalGroup: 'a/b#' },
  ...{ submitted: at(0), begun: at(1), finished: null, lastModified: at(1), priority: 2, rank: null },
  ...{
    holder: 'vm:17:5e9a;place=b/1@17@5',
    epoch: 3,
    heldBy: null,
    cancelledBy: null,
    errors: [],
    failures: 0,
    version: 2,
  },
  ...{ files: null, bytes: 400, resultId: 'r1', retryOf: 'j0', retriedAs: null },
};
const progress: JobProgress = {
  ...{ epoch: 3, since: at(2), step: 'copy', files: 1, bytes: 100, ofFiles: 2, ofBytes: 400, changedAt: at(12) },
};
const on = (self: 'preservation' | 'storage', changes: Partial<JobDocument> = {}, told: JobProgress | null = null) =>
  renderJob({ baseUrls, self }, { ...job, ...changes }, told, 3);

describe('a job as the services show it', () => {
  it('has the URIs of the preservation service', () => {
    expect(on('preservation')).to.include({
      id: 'http://p/jobs/j1',
      agent: 'http://p/agents/ann',
      deposit: 'http://p/deposits/d1',
      archivalGroup: 'http://p/repository/a/b-_-percent-23-_-',
      version: 'v2',
      versionUri: 'http://p/repository/a/b-_-percent-23-_-?view=lightweight&version=v2',
      result: 'http://p/deposits/d1/importjobs/results/r1',
      retryOf: 'http://p/jobs/j0',
      retriedAs: null,
      process: 'vm:17',
    });
  });

  it('tells its steps with their times, what it is to do, and on which version', () => {
    expect(on('storage')).to.deep.include({
      ...{ archivalGroupName: 'Letters', fromVersion: 'v1', claims: 3, counts: null },
      planned: { added: 2, changed: 1, deleted: 0, renamed: 0 },
      steps: [
        { step: 'wait', begun: '2026-05-01T12:00:00Z', ended: '2026-05-01T12:00:01Z' },
        { step: 'prepare', begun: '2026-05-01T12:00:01Z', ended: null },
      ],
    });
    expect(on('storage', { baseVersion: 0 }).fromVersion).to.equal(null);
  });

  it('has the URIs of the storage service, and no deposit there', () => {
    expect(on('storage')).to.include({
      id: 'http://s/jobs/j1',
      agent: 'http://s/agents/ann',
      deposit: null,
      result: 'http://s/import/results/j1/a/b-_-percent-23-_-',
    });
  });

  const results: readonly [JobKindName, string | null, string | null][] = [
    ['export', null, 'http://s/export/j1'],
    ['pipelineRun', 'http://p/deposits/d1/pipelinerunjobs/j1', null],
    ['archiving', 'http://p/depositArchiveJobs/d1', null],
    ['audit', 'http://p/jobs/j1/report', 'http://s/jobs/j1/report'],
  ];
  for (const [kind, ofPreservation, ofStorage] of results) {
    it(`leads to the resource of a job of the kind ${kind}, where the service has one`, () => {
      expect([on('preservation', { kind }).result, on('storage', { kind }).result]).to.deep.equal([
        ofPreservation,
        ofStorage,
      ]);
    });
  }

  it('tells how far it is, and how long it is likely to take by its bytes', () => {
    expect(on('storage', {}, progress).progress).to.deep.equal({
      ...{ step: 'copy', files: 1, ofFiles: 2, bytes: 100, ofBytes: 400 },
      remainingSeconds: 30,
      lastModified: '2026-05-01T12:00:12Z',
    });
  });

  it('tells how long it is likely to take by its files, where bytes are not known', () => {
    expect(on('storage', {}, { ...progress, ofBytes: null }).progress?.remainingSeconds).to.equal(10);
  });

  it('tells not how long it takes before a part is done, or while how much is not known', () => {
    const nothing = { ...progress, files: 0, bytes: 0 };
    const unknown = { ...progress, ofFiles: null, ofBytes: null };
    for (const told of [nothing, unknown, { ...progress, changedAt: progress.since }])
      expect(on('storage', {}, told).progress?.remainingSeconds).to.equal(null);
  });

  it('has no progress of a process that has lost it, nor once it has ended', () => {
    expect(on('storage', {}, { ...progress, epoch: 2 }).progress).to.equal(null);
    expect(on('storage', { status: 'completed' }, progress).progress).to.equal(null);
  });

  it('tells its place while it waits, and not afterwards', () => {
    expect([on('storage', { status: 'waiting' }).before, on('storage').before]).to.deep.equal([3, null]);
  });

  it('names what each error concerns', () => {
    const errors = [
      { path: 'a/x', message: 'no' },
      { path: null, message: 'all' },
    ];
    expect(on('storage', { errors }).errors).to.deep.equal([
      { id: 'http://s/repository/a/x', message: 'no' },
      { id: null, message: 'all' },
    ]);
    expect(on('storage', { kind: 'export', archivalGroup: 'g', errors }).errors[0]?.id).to.equal(
      'http://s/repository/g/a/x',
    );
    expect(on('preservation', { kind: 'archiving', errors }).errors[0]).to.deep.equal({ id: null, message: 'a/x: no' });
  });
});
