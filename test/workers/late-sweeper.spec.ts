import { expect } from 'chai';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import { deleteDeposit } from '../../commands/processes/deposits/delete-deposit.js';
import { workspacePrefix } from '../../commands/workspace/empty-workspace.js';
import { lateSweeper } from '../../workers/late-sweeper.js';
import { newDeposit } from '../commands/processes/scenarios.js';
import { intentOf, memoryEvents, dependenciesOn, temporaryBytes, WORKSPACE } from '../support/command-bench.js';
import { identityOf, silent } from './support/log-of-facts.js';
import { valueOf } from '../support/value-of.js';
import { openedOnce } from '../support/platform/opened.js';

describe('the late sweeper', () => {
  const store = openedOnce(temporaryBytes);

  it('empties the workspace of a deleted deposit of what a client was still putting there, and no other', async () => {
    const dependencies = dependenciesOn(memoryEvents(), store.bytes);
    const [gone, kept] = [await newDeposit(dependencies, null), await newDeposit(dependencies, null)];
    const late = [gone, kept].map(({ depositId }) => `${workspacePrefix(depositId)}objects/late.tif`);
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), gone.depositId));
    for (const key of late) await store.bytes.put({ bucket: WORKSPACE, key }, Buffer.from('late'));
    const sweeper = await lateSweeper({
      dependencies,
      records: openSharedRecords(':memory:'),
      identity: identityOf('one'),
      log: silent,
      lateMs: 0,
    });
    await sweeper.reached((await dependencies.events.head())!);
    await sweeper.stop();
    const there = await Promise.all(late.map((key) => store.bytes.head({ bucket: WORKSPACE, key })));
    expect(there.map((info) => info !== null)).to.deep.equal([false, true]);
  });
});
