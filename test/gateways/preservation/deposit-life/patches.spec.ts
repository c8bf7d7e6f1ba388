import { expect } from 'chai';
import { ask, newDeposit, newGroup } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { until } from '../../../support/scheduling/until.js';
import { as, depositIn, holderOf, newPath, shown, uriOf } from './deposits-by-state.js';

describe('a deposit is patched (preservation 4.2; companion 13.6)', () => {
  const live = liveServices();
  afterEach(() => live.exports.letGo());

  const properties: readonly [string, unknown, unknown][] = [
    ['archivalGroupName', 'New', 'New'],
    ['submissionText', 'New', 'New'],
    ['archivalGroupName', '', 'Old'],
    ['archivalGroupName', ' \t', 'Old'],
    ['archivalGroupName', null, 'Old'],
    ['submissionText', '', 'Old'],
    ['submissionText', ' \n', 'Old'],
    ['submissionText', null, 'Old'],
    ['status', 'preserved', 'new'],
    ['active', false, true],
    ['archived', '2026-01-01T00:00:00Z', null],
    ['lockedBy', 'ann', null],
    ['versionExported', 'v1', null],
    ['preservedBy', 'ann', null],
    ['template', 'BagIt', 'None'],
    ['createdBy', 'ann', 'dev'],
    ['files', 's3://elsewhere/x/', null],
    ['unknown', 'x', undefined],
  ];
  const dateOf = (resource: Readonly<Record<string, unknown>>): number => Date.parse(String(resource['lastModified']));
  for (const [property, sent, expected] of properties)
    it(`with ${property} ${JSON.stringify(sent)}, which ${sent === expected ? 'it takes' : 'changes nothing'}`, async () => {
      const deposit = await newDeposit(live, { archivalGroupName: 'Old', submissionText: 'Old' });
      const before = await shown(deposit);
      await until('a millisecond has passed', () => Date.now() > dateOf(before));
      const { status, body, text } = await ask('PATCH', deposit.uri, { [property]: sent }, as('ann'));
      expect(status, text).to.equal(200);
      const changed = sent === expected;
      const value = changed || typeof expected !== 'string' ? before[property] : expected;
      const kept = property === 'createdBy' || property === 'files' ? before[property] : value;
      expect(body[property]).to.equal(changed ? expected : kept);
      expect(body['lastModifiedBy']).to.equal(`${live.preservation}/agents/${changed ? 'ann' : 'dev'}`);
      expect(dateOf(body) > dateOf(before)).to.equal(changed);
    });

  it('with a group of its own again', async () => {
    const { deposit, path } = await depositIn.new(live);
    const { status, body } = await ask('PATCH', deposit.uri, { archivalGroup: uriOf(live, path), submissionText: 'x' });
    expect([status, body['archivalGroup'], body['submissionText']]).to.deep.equal([200, uriOf(live, path), 'x']);
  });

  it('with the first group that it gets', async () => {
    const deposit = await newDeposit(live);
    const path = await newPath(live);
    const { status, body } = await ask('PATCH', deposit.uri, {
      ArchivalGroup: `http://elsewhere/repository/${path}`,
    });
    expect([status, body['archivalGroup']]).to.deep.equal([200, uriOf(live, path)]);
    expect(await holderOf(live, path)).to.equal(deposit.id);
  });

  it('with a group that exists, and says so', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const deposit = await newDeposit(live);
    const { body } = await ask('PATCH', deposit.uri, { archivalGroup: uriOf(live, path) });
    expect(body['archivalGroupExists']).to.equal(true);
    expect((await shown(deposit))['archivalGroupExists']).to.equal(true);
  });

  describe('and refused in this order', () => {
    const faults: readonly [string, (path: string) => Promise<string>, number, RegExp][] = [
      [
        'first for the archival group that another deposit is active for',
        async () => {
          const { path } = await depositIn.new(live);
          return uriOf(live, path);
        },
        409,
        /^An Active Deposit already exists/,
      ],
      [
        'first for an archival group with invalid characters',
        () => Promise.resolve('/repository/a b'),
        400,
        /^Archive path 'a b'/,
      ],
      ['then for its export', async () => uriOf(live, await newPath(live)), 409, /^Deposit is being exported$/],
      [
        'then for its export, also with the group that it has',
        (path) => Promise.resolve(uriOf(live, path)),
        409,
        /^Deposit is being exported$/,
      ],
    ];
    for (const [why, group, status, detail] of faults)
      it(why, async () => {
        const { deposit, path } = await depositIn.exporting(live);
        expect((await ask('POST', `${deposit.uri}/lock`, undefined, as('ann'))).status).to.equal(204);
        const reply = await ask('PATCH', deposit.uri, { archivalGroup: await group(path) }, as('ben'));
        expect(reply.status).to.equal(status);
        expect(reply.body['detail']).to.match(detail);
      });
    it('last for the lock of another', async () => {
      const { deposit } = await depositIn.new(live);
      expect((await ask('POST', `${deposit.uri}/lock`, undefined, as('ann'))).status).to.equal(204);
      const moved = await ask('PATCH', deposit.uri, { archivalGroup: uriOf(live, await newPath(live)) }, as('ben'));
      expect([moved.status, moved.body['detail']]).to.deep.equal([409, 'Deposit is locked by ann']);
    });
  });
  for (const sent of ['a\u0001b', '\ud800'])
    it(`but not with the name ${JSON.stringify(sent)}, which METS cannot hold`, async () => {
      const deposit = await newDeposit(live, { archivalGroupName: 'Old' });
      expect((await ask('PATCH', deposit.uri, { archivalGroupName: sent })).status).to.equal(400);
      expect((await shown(deposit))['archivalGroupName']).to.equal('Old');
    });
});
