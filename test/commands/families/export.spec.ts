import { expect } from 'chai';
import { exportJob } from '../../../commands/export/decider.js';
import type { ExportFact } from '../../../events/export.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(exportJob);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
const of = { exportId: 'e1' };
const wanted = {
  exportId: 'e1',
  archivalGroup: 'a/g',
  depositId: null,
  sourceVersion: 'v2',
  destination: { bucket: 'workspace', prefix: 'exports/x/' },
  declared: { created: '2020-02-02T00:00:00Z' },
};
const queued: ExportFact = { type: 'ExportJobQueued', data: { ...wanted, ...ann } };
const started: ExportFact = { type: 'ExportJobStarted', data: { ...of, worker: 'w1', at } };
const failures = [{ path: 'objects/a', message: 'no' }];
const failed: ExportFact = { type: 'ExportFailuresRecorded', data: { ...of, epoch: 1, page: 0, failures, at } };
const completed: ExportFact = { type: 'ExportJobCompleted', data: { ...of, epoch: 1, files: 3, failures: 1, at } };
const abandoned: ExportFact = { type: 'ExportJobAbandoned', data: { ...of, reason: 'deposit-deleted', at } };

const queue = { type: 'QueueExport', ...wanted, ...ann } as const;
const start = { type: 'RecordExportStart', ...of, worker: 'w1', ...ann } as const;
const complete = { type: 'CompleteExport', ...of, epoch: 1, files: 3, failures: 1, ...ann } as const;
const abandon = { type: 'AbandonExportJob', ...of, reason: 'deposit-deleted', ...ann } as const;
const stateAfter = (...facts: ExportFact[]) => facts.reduce(exportJob.evolve, exportJob.initial);

describe('an export', () => {
  it('is queued once', () => {
    given().when(queue).then(queued);
    given(queued).when(queue).thenNothing();
  });
  it('begins once', () => {
    given(queued).when(start).then(started);
    given(queued, started).when(start).thenNothing();
  });
  it('is not there before it is queued', () => given().when(start).thenRefused('export-not-live'));
  it('records its failures while it runs', () => {
    given(queued, started)
      .when({ type: 'RecordExportFailures', ...of, epoch: 1, page: 0, failures, ...ann })
      .then(failed);
  });
  it('ends once, whatever its end', () => {
    given(queued, started).when(complete).then(completed);
    given(queued, started).when(abandon).then(abandoned);
    for (const end of [completed, abandoned])
      for (const command of [start, complete, abandon]) given(queued, started, end).when(command).thenNothing();
  });
  it('has ended when it was cancelled, and says who did that', () => {
    const data = { ...of, reason: 'cancelled', cancelledBy: 'bob', at } as const;
    given(queued, started)
      .when({ type: 'AbandonExportJob', ...data, by: 'bob' })
      .then({ type: 'ExportJobAbandoned', data });
    expect(stateAfter(queued, started, { type: 'ExportJobAbandoned', data })).to.deep.include({
      status: 'cancelled',
      cancelledBy: 'bob',
      dateFinished: at,
    });
  });
  it('of a version that does not exist never finishes', () =>
    given()
      .when({ ...queue, type: 'RefuseExport', failure: null })
      .then(queued, { type: 'ExportJobAbandoned', data: { ...of, reason: 'version-not-found', at } }));
  it('of a group that does not exist has finished with its error', () => {
    const failure = { path: null, message: 'There is no Archival Group at a/g' };
    given()
      .when({ ...queue, type: 'RefuseExport', failure })
      .then(
        queued,
        { type: 'ExportFailuresRecorded', data: { ...of, epoch: 0, page: 0, failures: [failure], at } },
        { type: 'ExportJobCompleted', data: { ...of, epoch: 0, files: 0, failures: 1, at } },
      );
  });
  it('shows its dates as they are reached (storage service 3)', () => {
    expect(stateAfter(queued)).to.deep.include({ status: 'unfinished', dateBegun: null });
    expect(stateAfter(queued, started)).to.deep.include({ status: 'unfinished', dateBegun: at });
    expect(stateAfter(queued, started, failed, completed)).to.deep.include({
      status: 'finished',
      dateFinished: at,
      epoch: 1,
      files: 3,
      failures: 1,
    });
    expect(stateAfter(queued, abandoned)).to.deep.include({ status: 'abandoned', dateBegun: null });
  });
});
