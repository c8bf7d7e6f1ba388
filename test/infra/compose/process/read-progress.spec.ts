import { expect } from 'chai';
import { readProgressFrom } from '../../../../infra/compose/process/read-progress.js';
import { openSharedRecords } from '../../../../infra/embedded/shared-records.js';
import type { ProcessRecord, RunningJob } from '../../../../workers/presence/process-record.js';
import { openedForEach } from '../../../support/platform/opened.js';

const at = '2026-01-01T00:00:00.0000000Z';
const job = (jobId: string, epoch: number, files: number): RunningJob => ({
  ...{ jobId, epoch, since: at, step: 'copy', files, bytes: 0, ofFiles: null, ofBytes: null, changedAt: at },
});
const processOf = (holder: string, ...jobs: readonly RunningJob[]): ProcessRecord => ({
  ...{ holder, heartbeat: 1, host: 'h', pid: 1, roles: [], producer: 'test', since: at, jobs, left: false },
});

describe('the progress of jobs, as processes tell it', () => {
  const records = openedForEach(() => openSharedRecords(':memory:'));

  const told = async (...processes: readonly ProcessRecord[]): Promise<Record<string, number>> => {
    for (const each of processes) await records.write(`process/${each.holder}`, each, null);
    const progress = await readProgressFrom(records)();
    return Object.fromEntries([...progress].map(([jobId, { files }]) => [jobId, files]));
  };

  it('is that of every process that is there', async () => {
    expect(await told(processOf('a', job('j1', 1, 5)), processOf('b', job('j2', 1, 6)))).to.deep.equal({
      j1: 5,
      j2: 6,
    });
  });

  it('is that of the later worker, while an earlier one does not know yet that it has lost the job', async () => {
    const [late, early] = [processOf('a', job('j1', 2, 1)), processOf('b', job('j1', 1, 9))];
    expect(await told(late, early)).to.deep.equal({ j1: 1 });
  });

  it('is nothing of a process that has left', async () => {
    expect(await told({ ...processOf('a', job('j1', 1, 5)), left: true })).to.deep.equal({});
  });
});
