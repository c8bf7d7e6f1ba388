import { expect } from 'chai';
import { followImport } from '../../../../clients/command-line/deposit/import-deposit.js';
import type { Deposit, ImportResult } from '../../../../clients/api/resources.js';
import type { PreservationClient } from '../../../../clients/api/preservation-client.js';
import type { Progress } from '../../../../clients/command-line/output/progress.js';

const deposit = {
  id: 'http://x/deposits/d',
  files: 's3://b/d/',
  status: 'new',
  active: true,
  metsETag: null,
  submissionText: null,
} as Deposit;

const result = (more: Partial<ImportResult>): ImportResult =>
  ({
    id: 'http://x/deposits/d/importjobs/results/r',
    status: 'running',
    newVersion: null,
    errors: null,
    binariesAdded: [],
    binariesPatched: [],
    binariesDeleted: [],
    ...more,
  }) as ImportResult;

describe('following an import', () => {
  it('tells how much is in the object as soon as the job does', async () => {
    const answers: ImportResult[] = [
      result({ status: 'waiting' }),
      result({ progress: { files: 0, bytes: 0, plannedBytes: 900 } }),
      result({ progress: { files: 2, bytes: 300, plannedBytes: 900 } }),
      result({ progress: { files: 5, bytes: 800, plannedBytes: 900 } }),
      result({ status: 'completed', newVersion: 'v1' }),
    ];
    const client: Pick<PreservationClient, 'getImportJobResult'> = {
      getImportJobResult: () => {
        const next = answers.shift();
        return next === undefined ? Promise.reject(new Error('asked too often')) : Promise.resolve(next);
      },
    };
    const shown: unknown[] = [];
    const progress: Progress = {
      begin: (step, total) => void shown.push(total === undefined ? step : [step, total]),
      advance: (files, bytes) => void shown.push([files, bytes]),
      end: () => undefined,
    };
    const ended = await followImport({ client, progress }, deposit, result({}), 3);
    expect(ended.newVersion).to.equal('v1');
    expect(shown).to.deep.equal([
      'Making version 3',
      [0, 0],
      [0, 0],
      ['Making version 3', { files: null, bytes: 900 }],
      [2, 300],
      [3, 500],
    ]);
  });
});
