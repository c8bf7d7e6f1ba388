import { expect } from 'chai';
import { importJob } from '../../../commands/import-job/decider.js';
import type { ImportJobFact } from '../../../events/import-job.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(importJob);
const at = '2026-05-04T12:00:00.0000000Z';
const later = '2026-05-04T12:00:09.0000000Z';
const ann = { by: 'ann', at };
const job = {
  jobId: 'j1',
  resultId: 'r1',
  depositId: 'd1',
  archivalGroup: 'a/g',
  plan: { pages: 1, entries: 1, bytes: 1, sha256: 'ff' },
  request: {
    importJob: null,
    originalImportJob: null,
    isUpdate: null,
    archivalGroupName: 'G',
    source: null,
    suppressActivityStreamEvent: false,
    createdBy: 'ann',
  },
};
const queued: ImportJobFact = { type: 'ImportJobQueued', data: { ...job, ...ann } };
const started: ImportJobFact = {
  type: 'ImportJobStarted',
  data: { jobId: 'j1', baseVersion: 2, worker: 'w1', at },
};
const progressed: ImportJobFact = { type: 'ImportJobProgressed', data: { jobId: 'j1', files: 1, bytes: 9, at: later } };
const completed: ImportJobFact = { type: 'ImportJobCompleted', data: { jobId: 'j1', version: 3, at } };
const failed: ImportJobFact = {
  type: 'ImportJobFailed',
  data: { jobId: 'j1', errors: [{ path: null, message: 'no' }], at },
};
const start = { type: 'RecordStart', jobId: 'j1', baseVersion: 2, worker: 'w1', ...ann } as const;
const complete = { type: 'CompleteImportJob', jobId: 'j1', version: 3, ...ann } as const;
const stateAfter = (...facts: ImportJobFact[]) => facts.reduce(importJob.evolve, importJob.initial);

describe('an import job', () => {
  it('waits once it is queued', () =>
    given()
      .when({ type: 'QueueImportJob', ...job, ...ann })
      .then(queued));
  it('is queued once', () =>
    given(queued)
      .when({ type: 'QueueImportJob', ...job, ...ann })
      .thenNothing());
  it('begins once', () => given(queued, started).when(start).thenNothing());
  it('cannot begin before it is queued', () => given().when(start).thenRefused('import-not-live'));
  it('ends for good', () => {
    given(queued, started, failed).when(complete).thenNothing();
    given(queued, started, completed)
      .when({ type: 'FailImportJob', jobId: 'j1', errors: [], ...ann })
      .thenNothing();
  });

  it('has its source version while it runs, and its new one at the end', () => {
    expect(stateAfter(queued, started, progressed)).to.deep.include({
      status: 'running',
      sourceVersion: 2,
      lastModified: later,
      progress: { files: 1, bytes: 9 },
    });
    expect(stateAfter(queued, started, completed)).to.include({ status: 'completed', sourceVersion: 2, newVersion: 3 });
  });
  it('has no new version after a failure', () =>
    expect(stateAfter(queued, started, failed))
      .to.deep.include({ status: 'completedWithErrors', dateFinished: at })
      .and.not.have.property('newVersion'));
  it('may fail before it began', () =>
    expect(stateAfter(queued, failed)).to.include({ status: 'completedWithErrors', dateBegun: null }));
});
