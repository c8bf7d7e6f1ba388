import { expect } from 'chai';
import { deleteDeposit, sweepWorkspace } from '../../../commands/processes/deposits/delete-deposit.js';
import { emptyWorkspace } from '../../../commands/workspace/empty-workspace.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import {
  intentOf,
  logOf,
  memoryEvents,
  dependenciesOn,
  temporaryBytes,
  WORKSPACE,
} from '../../support/command-bench.js';
import { group, newDeposit } from '../processes/scenarios.js';
import { valueOf } from '../../support/value-of.js';
import { keysOf } from './keys-in-workspace.js';
import { openedOnce } from '../../support/platform/opened.js';

describe('the workspace of a deposit', () => {
  const store = openedOnce(temporaryBytes);
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), store.bytes);
  });

  it('is not swept by a log that knows nothing of its deletion, or nothing of it at all', async () => {
    const { depositId } = await newDeposit(dependencies, null, 'RootLevel');
    const older = memoryEvents();
    for (const { stream, ...fact } of await logOf(dependencies.events)) await older.append(stream, [fact], 'any');
    await store.bytes.put({ bucket: WORKSPACE, key: `deposits/${depositId}/objects/a` }, Buffer.from('a'));
    const before = await keysOf(store, depositId);
    for (const events of [older, memoryEvents()]) await sweepWorkspace(dependenciesOn(events, store.bytes), depositId);
    expect(await keysOf(store, depositId)).to.deep.equal(before);
  });

  it('is emptied with the deposit, and no other workspace is changed', async () => {
    const { depositId } = await newDeposit(dependencies, group, 'RootLevel');
    const neighbour = await newDeposit(dependencies, null, 'RootLevel');
    for (let batch = 0; batch < 25; batch++)
      await Promise.all(
        Array.from({ length: 41 }, (_, index) =>
          store.bytes.put(
            { bucket: WORKSPACE, key: `deposits/${depositId}/objects/${batch}-${index}` },
            Buffer.alloc(0),
          ),
        ),
      );
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    expect(await keysOf(store, depositId)).to.deep.equal([]);
    expect(await keysOf(store, neighbour.depositId)).to.have.length(4);
    expect(await readDeposit(dependencies.events, depositId)).to.equal(null);
  });

  for (const prefix of ['', 'deposits/', 'deposits/d2/', 'deposits/d1', '/deposits/d1/', 'deposits/d1/objects/'])
    it(`is not emptied at '${prefix}', which is not its own place`, async () => {
      const key = 'deposits/d2/objects/kept';
      await store.bytes.put({ bucket: WORKSPACE, key }, Buffer.from('kept'));
      const claimed = { depositId: 'd1', files: { bucket: WORKSPACE, prefix } };
      expect(await emptyWorkspace(dependenciesOn(memoryEvents(), store.bytes), claimed).catch(String)).to.contain(
        'nothing was deleted',
      );
      expect(await store.bytes.head({ bucket: WORKSPACE, key })).to.not.equal(null);
    });
});
