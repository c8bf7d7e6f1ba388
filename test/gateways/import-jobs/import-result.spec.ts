import { expect } from 'chai';
import type { ImportJob } from '../../../commands/import-job/state.js';
import { renderImportResult, resultOf } from '../../../gateways/import-jobs/import-results.js';
import { dependenciesOn, emptyBytes, memoryEvents } from '../../support/command-bench.js';

const at = '2024-02-03T04:05:06.789Z';
const queued = {
  jobId: 'j',
  resultId: 'r',
  depositId: 'd',
  archivalGroup: 'letters/1911',
  plan: { pages: 1, entries: 3, bytes: 900, sha256: '0'.repeat(64) },
  request: {
    importJob: null,
    originalImportJob: null,
    isUpdate: null,
    archivalGroupName: null,
    source: null,
    suppressActivityStreamEvent: false,
    createdBy: 'ann',
  },
  by: 'ann',
  submitted: at,
  lastModified: at,
};
const begun = { ...queued, dateBegun: at, sourceVersion: null, progress: { files: 2, bytes: 300 } };

const shown = async (job: ImportJob): Promise<unknown> => {
  const baseUrls = { preservation: 'http://p', storage: 'http://s' };

  const plan = (async function* () {})();
  const content = { plan, recorded: () => Promise.resolve(new Map()) };
  const result = await renderImportResult({ id: 'http://p/x', self: 'preservation', baseUrls }, job, content);
  return 'progress' in result ? result.progress : null;
};

describe('the result of an import job', () => {
  it('tells how much of the content is verified, only while the job is running', async () => {
    expect(await shown({ ...begun, status: 'running' })).to.deep.equal({ files: 2, bytes: 300, plannedBytes: 900 });
    expect(await shown({ ...queued, status: 'waiting' })).to.equal(null);
    expect(await shown({ ...begun, status: 'completed', dateFinished: at, newVersion: 1 })).to.equal(null);
    const failed = { ...begun, status: 'completedWithErrors', dateFinished: at, errors: [] } as const;
    expect(await shown(failed)).to.equal(null);
  });

  it('tells of a running job what the process tells that works it, and when that changed', async () => {
    const changedAt = '2024-02-03T04:06:00.0000000Z';
    const told = { epoch: 1, since: at, step: 'copy', files: 3, bytes: 700, ofFiles: 4, ofBytes: 900, changedAt };
    const on = {
      dependencies: dependenciesOn(memoryEvents(), emptyBytes()),
      baseUrls: { preservation: 'http://p', storage: 'http://s' },
      self: 'preservation',
      groups: null as never,
      readProgress: () => Promise.resolve(new Map([['j', told]])),
    } as const;
    expect(await resultOf(on, 'http://p/x', { ...begun, status: 'running' })).to.deep.include({
      progress: { files: 3, bytes: 700, plannedBytes: 900 },
      lastModified: '2024-02-03T04:06:00Z',
    });
    expect(await resultOf(on, 'http://p/x', { ...queued, status: 'waiting' })).to.deep.include({ lastModified: at });
  });
});
