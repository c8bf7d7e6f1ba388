import { expect } from 'chai';
import { depositStream } from '../../../commands/deposit/deposit-stream.js';
import { importDeposit } from '../../../commands/processes/imports/import-deposit.js';
import { dependenciesOn, emptyBytes, intentOf, memoryEvents } from '../../support/command-bench.js';
import { faulty } from '../../support/faults/faulty.js';
import { valueOf } from '../../support/value-of.js';
import { group, newDeposit, submission } from './scenarios.js';

describe('the import of a deposit', () => {
  it('reads the stream of the deposit once', async () => {
    const events = memoryEvents();
    const { depositId } = await newDeposit(dependenciesOn(events, emptyBytes()), group);
    let reads = 0;
    const counted = faulty(events, ({ method, args }, when) => {
      if (method === 'read' && when === 'before' && args[0] === depositStream(depositId)) reads += 1;
    });
    const { request, operations } = submission(null);
    valueOf(
      await importDeposit(dependenciesOn(counted, emptyBytes()), intentOf('ann'), {
        depositId,
        jobFor: () => Promise.resolve({ kind: 'posted', archivalGroup: group, request, operations }),
        allowsSuppression: false,
      }),
    );
    expect(reads).to.equal(1);
  });

  it('answers with the job of the first attempt where that has come before a second one of the same request', async () => {
    const dependencies = dependenciesOn(memoryEvents(), emptyBytes());
    const { depositId } = await newDeposit(dependencies, group);
    const { request, operations } = submission(null);
    const intent = intentOf('ann');
    const posted = { kind: 'posted', archivalGroup: group, request, operations } as const;
    const attempt = (jobFor: () => Promise<typeof posted>) =>
      importDeposit(dependencies, intent, { depositId, jobFor, allowsSuppression: false });
    const firstJobs: string[] = [];
    const second = await attempt(async () => {
      firstJobs.push(valueOf(await attempt(() => Promise.resolve(posted))).jobId);
      return posted;
    });
    expect([valueOf(second).jobId]).to.deep.equal(firstJobs);
  });
});
