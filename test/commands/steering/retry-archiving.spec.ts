import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { beginArchiving } from '../../../commands/processes/deposits/archive-deposit.js';
import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import { retryJob, type RepeatableJob } from '../../../commands/steering/retry-job.js';
import { steerJob } from '../../../commands/steering/steer-job.js';
import { timestampOf } from '../../../events/time.js';
import { dependenciesOn, emptyBytes, intentOf, logOf, memoryEvents, noon } from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';
import { failedDeposit } from '../processes/scenarios.js';

const HOUR = 3_600_000;
const NOTHING_SET = { allowsSuppression: false, refusesInfected: false };

describe('archiving a deposit again', () => {
  let dependencies: Dependencies;
  let depositId: string;
  beforeEach(async () => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
    depositId = await failedDeposit(dependencies);
  });

  const inHours = (hours: number): Intent => ({
    ...intentOf('ann'),
    at: timestampOf(new Date(noon.getTime() + hours * HOUR)),
  });
  const begun = async (): Promise<Extract<RepeatableJob, { kind: 'archiving' }>> => {
    const request = { depositId, before: new Date(noon.getTime() + HOUR), again: false };
    const { jobId, created } = valueOf(await beginArchiving(dependencies, inHours(2), request));
    return { kind: 'archiving', jobId, depositId, submitted: new Date(created) };
  };
  const again = async (job: RepeatableJob) => {
    const retried = await retryJob(dependencies, inHours(5), job, NOTHING_SET);
    return retried.ok ? retried.value.jobId : retried.refusal.code;
  };

  it('waits for the end of the job, and then begins another one that names it', async () => {
    const job = await begun();
    expect(await again(job)).to.equal('job-not-ended');
    valueOf(await steerJob(dependencies, inHours(3), job, 'cancel'));
    const jobId = await again(job);
    const last = (await logOf(dependencies.events)).findLast(({ type }) => type === 'DepositArchivingBegun');
    expect(last?.data).to.include({ jobId, retryOf: job.jobId, by: 'ann' });
  });

  it('is refused for a deposit that was modified since the job was asked for', async () => {
    const job = await begun();
    valueOf(await steerJob(dependencies, inHours(3), job, 'cancel'));
    valueOf(await lockDeposit(dependencies, inHours(4), { depositId, force: false }));
    valueOf(await describeDeposit(dependencies, inHours(4), { depositId, submissionText: 'changed' }));
    expect(await again(job)).to.equal('deposit-not-archivable');
  });
});
