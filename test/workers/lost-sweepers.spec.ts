import { expect } from 'chai';
import { deleteDeposit } from '../../commands/processes/deposits/delete-deposit.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { rowsAddress } from '../../commands/run-findings/findings.js';
import { workspacePrefix } from '../../commands/workspace/empty-workspace.js';
import { objectRoot } from '../../formats/ocfl/storage-root/storage-root.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { ocflId } from '../../formats/paths/repository-path.js';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import type { Follower } from '../../workers/follow.js';
import type { ImportTask } from '../../workers/importer/import-task.js';
import { sweeper } from '../../workers/importer/sweeper.js';
import { lateSweeper } from '../../workers/late-sweeper.js';
import { newDeposit } from '../commands/processes/scenarios.js';
import { dependenciesOn, intentOf, memoryEvents, temporaryBytes, WORKSPACE } from '../support/command-bench.js';
import { faulty } from '../support/faults/faulty.js';
import { openedForEach, openedOnce } from '../support/platform/opened.js';
import { sha256Of } from '../support/sha256.js';
import { valueOf } from '../support/value-of.js';
import { importOnce } from './support/import-once.js';
import { identityOf, silent } from './support/log-of-facts.js';
import { openRepository } from './support/repository.js';

type Sweeper = 'sweeper' | 'late sweeper';
const SWEEPERS: readonly Sweeper[] = ['sweeper', 'late sweeper'];

/** Has a sweeper that has lost its place go through the log, which nothing else adds to. */
const sweepAnew = async (name: Sweeper, dependencies: Dependencies): Promise<void> => {
  const records = openSharedRecords(':memory:');
  const options = { dependencies, records, identity: identityOf('anew'), log: silent };
  const follower: Follower = await (name === 'sweeper' ? sweeper(options) : lateSweeper({ ...options, lateMs: 0 }));
  await follower.reached((await dependencies.events.head())!);
  await follower.stop();
};

describe('a sweeper that has lost its place', () => {
  const repository = openedForEach(openRepository);
  const store = openedOnce(temporaryBytes);

  const publish = async (path: string): Promise<ImportTask> => {
    const task = await repository.submit(path, [await repository.put('add-binary', 'a', 'alpha')]);
    await importOnce(repository.dependencies, task);
    return task;
  };
  const fail = async (path: string): Promise<ImportTask> => {
    const wrong = await repository.put('add-binary', 'b', 'beta', { sha256: sha256Of('other') });
    const task = await repository.submit(path, [await repository.put('add-binary', 'a', 'alpha'), wrong]);
    await importOnce(repository.dependencies, task);
    return task;
  };
  const contentOf = ({ archivalGroup }: ImportTask): string =>
    `${objectRoot(ocflId(archivalGroup), 'root/')}/v1/content`;
  const write = (bucket: string, key: string): Promise<unknown> =>
    repository.bytes.put({ bucket, key }, Buffer.from('left'));

  for (const name of SWEEPERS)
    it(`removes what ended jobs have left, and nothing else: the ${name}`, async () => {
      const [failed, retried, published] = [
        await fail('letters/1'),
        await fail('letters/2'),
        await publish('letters/3'),
      ];
      const again = await publish('letters/2');
      await sweepAnew('sweeper', repository.dependencies);
      const whole = [...(await repository.stored()).keys()].sort();
      await write('repository', `${contentOf(failed)}/a`);
      await write('repository', `${contentOf(retried)}/a`);
      for (const { jobId } of [failed, published, again]) await write('staging', `imports/${jobId}/inventory.json`);
      await write('staging', 'imports/nobodys/inventory.json');
      await sweepAnew(name, repository.dependencies);
      expect([...(await repository.stored()).keys()].sort()).to.deep.equal(whole);
      expect(await repository.staged()).to.deep.equal(['imports/nobodys/inventory.json']);
    });

  it('asks the store as often after many published versions as after few', async () => {
    const callsAfter = async (versions: number): Promise<number> => {
      for (let count = 0; count < versions; count++) await publish(`letters/${versions}-${count}`);
      await sweepAnew('sweeper', repository.dependencies);
      let calls = 0;
      const bytes = faulty<ObjectStore>(repository.bytes, (_, moment) => void (calls += moment === 'before' ? 1 : 0));
      await sweepAnew('late sweeper', repository.over({ bytes }));
      return calls;
    };
    const few = await callsAfter(1);
    expect(few).to.be.greaterThan(0);
    expect(await callsAfter(8)).to.equal(few);
  });

  it('deletes the findings of a deleted deposit that were stored after it, and those of no other', async () => {
    const dependencies = dependenciesOn(memoryEvents(), store.bytes);
    const deposits = [await newDeposit(dependencies, null), await newDeposit(dependencies, null)];
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), deposits[0]!.depositId));
    const late = deposits.map(({ depositId }) => rowsAddress(dependencies, { depositId, runId: 'p1', epoch: 1 }));
    for (const at of late) await store.bytes.put(at, Buffer.from('{}\n'));
    await sweepAnew('late sweeper', dependencies);
    const there = await Promise.all(late.map((at) => store.bytes.head(at)));
    expect(there.map((info) => info !== null)).to.deep.equal([false, true]);
  });

  it('empties the workspaces of deleted deposits in which something lies, and no others', async () => {
    const dependencies = dependenciesOn(memoryEvents(), store.bytes);
    const deposits = [await newDeposit(dependencies, null), await newDeposit(dependencies, null)];
    const [gone, kept] = deposits;
    const clean = await newDeposit(dependencies, null);
    for (const { depositId } of [gone!, clean]) valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    const late = deposits.map(({ depositId }) => `${workspacePrefix(depositId)}objects/late.tif`);
    for (const key of late) await store.bytes.put({ bucket: WORKSPACE, key }, Buffer.from('late'));
    const listed: string[] = [];
    const bytes = faulty<ObjectStore>(store.bytes, ({ method, args }, moment) => {
      if (method === 'list' && moment === 'before') listed.push(String(args[1]));
    });
    await sweepAnew('late sweeper', dependenciesOn(dependencies.events, bytes));
    const there = await Promise.all(late.map((key) => store.bytes.head({ bucket: WORKSPACE, key })));
    expect(there.map((info) => info !== null)).to.deep.equal([false, true]);
    expect(listed).to.include(workspacePrefix(gone!.depositId));
    for (const { depositId } of [kept!, clean]) expect(listed).not.to.include(workspacePrefix(depositId));
  });
});
