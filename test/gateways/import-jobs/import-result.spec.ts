import { expect } from 'chai';
import type { ImportJob } from '../../../commands/import-job/state.js';
import { renderImportResult } from '../../../gateways/import-jobs/import-results.js';

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
});
