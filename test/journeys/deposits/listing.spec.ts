import { expect } from 'chai';
import { startTestPlatform } from '../../support/platform/test-platform.js';
import { openedOnce } from '../../support/platform/opened.js';

interface ShownDeposit {
  readonly id: string;
  readonly status: string;
  readonly archivalGroupName: string | null;
  readonly lockedBy: string | null;
}
interface ListedPage {
  readonly deposits: readonly ShownDeposit[];
  readonly total: number;
}

describe('a client that lists deposits', () => {
  const platform = openedOnce(startTestPlatform, (each) => each.remove());

  const list = async (query = ''): Promise<ListedPage> => {
    const { status, body } = await platform.call<ListedPage>('GET', `/deposits${query}`);
    expect(status).to.equal(200);
    return body;
  };
  const open = async (body: object): Promise<ShownDeposit> =>
    (await platform.call<ShownDeposit>('POST', '/deposits', body)).body;

  it('sees each of its writes in the next listing', async () => {
    expect(await list()).to.deep.include({ deposits: [], total: 0 });
    const { id } = await open({ archivalGroup: '/repository/letters/1911' });
    expect((await list()).deposits).to.have.length(1);
    await platform.call('PATCH', id, { archivalGroupName: 'Letters of 1911' });
    expect((await list()).deposits[0]).to.include({ id, archivalGroupName: 'Letters of 1911', lockedBy: null });
    await platform.call('POST', `${id}/lock`);
    expect((await list()).deposits[0]?.lockedBy).to.be.a('string');
    await platform.call('DELETE', id);
    expect(await list('?showAll=true')).to.deep.include({ deposits: [], total: 0 });
  });

  it('finds a deposit as clients of other platforms ask for it', async () => {
    const { id } = await open({ archivalGroup: '/repository/maps/north/1' });
    await open({ archivalGroup: '/repository/mapsnorth/2' });
    const found = await list(
      '?Ascending=true&ShowForm=true&ArchivalGroupPathParent=%2frepository%2fmaps&CreatedAfter=2020-11-21T18%3a02%3a27',
    );
    expect(found.deposits.map((deposit) => deposit.id)).to.deep.equal([id]);
    expect(found.total).to.equal(1);
  });

  it('goes through all pages and meets each deposit once', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 7; each++) ids.push((await open({})).id);
    const { total } = await list();
    const met: string[] = [];
    for (let page = 1; met.length < total; page++) {
      const { deposits } = await list(`?page=${page}&pageSize=2`);
      expect(deposits.length).to.be.greaterThan(0);
      met.push(...deposits.map(({ id }) => id));
    }
    expect(new Set(met).size).to.equal(total);
    expect(met).to.include.members(ids);
  });
});
