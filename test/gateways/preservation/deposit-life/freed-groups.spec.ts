import { expect } from 'chai';
import { ask, keysIn, newDeposit, type OpenedDeposit } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { depositIn, exportOf, newPath, openedBy, shown, uriOf, type State } from './deposits-by-state.js';

describe('a deposit frees its group for another deposit (preservation 3.1, 4.2)', () => {
  const live = liveServices();
  afterEach(() => live.exports.letGo());

  const ways: readonly [string, State, (deposit: OpenedDeposit) => Promise<unknown>][] = [
    ['when it is deleted', 'new', ({ uri }) => ask('DELETE', uri)],
    ['when it is deleted while it is exporting', 'exporting', ({ uri }) => ask('DELETE', uri)],
    ['when it is preserved', 'preserved', () => Promise.resolve()],
    ['when its import has failed', 'error', () => Promise.resolve()],
    [
      'when it is deactivated after it was activated again',
      'error',
      async ({ uri }) => {
        await ask('PUT', `${uri}/activate`);
        await ask('PUT', `${uri}/deactivate`);
      },
    ],
    [
      'when it moves to another group',
      'new',
      async ({ uri }) => ask('PATCH', uri, { archivalGroup: uriOf(live, await newPath(live)) }),
    ],
  ];
  for (const [when, state, free] of ways)
    it(when, async () => {
      const { deposit, path } = await depositIn[state](live);
      await free(deposit);
      const { status, text } = await ask('POST', `${live.preservation}/deposits`, { archivalGroup: uriOf(live, path) });
      expect(status, text).to.equal(201);
    });
  it('which then keeps it from being active: 409 that names the other', async () => {
    const { deposit, path } = await depositIn.error(live);
    const other = await newDeposit(live, { archivalGroup: uriOf(live, path) });
    const { status, body } = await ask('PUT', `${deposit.uri}/activate`);
    expect(status).to.equal(409);
    expect(body['detail']).to.equal(`An Active Deposit already exists for this archivalGroup (${path})`);
    expect(body['holder']).to.deep.include({ what: `deposit ${other.id}`, by: 'dev' });
    expect((await shown(deposit))['active']).to.equal(false);
  });
  it('and for another export, also while its own was under way when it was deleted', async () => {
    const { deposit, path } = await depositIn.exporting(live);
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    const next = openedBy(await exportOf(live, path));
    live.exports.letGo();
    await live.settle();
    expect(await keysIn(live, deposit)).to.deep.equal([]);
    expect(await shown(next)).to.include({ status: 'new', active: true });
    expect(await keysIn(live, next)).to.include('objects/a.txt');
  });
});
