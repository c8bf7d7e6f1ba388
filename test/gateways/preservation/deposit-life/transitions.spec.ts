import { expect } from 'chai';
import { ask, describeFiles, keysIn, newDeposit, newGroup, upload } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { as, depositIn, exportOf, openedBy, runImport, shown, uriOf, type State } from './deposits-by-state.js';

describe('a deposit begins and goes on (preservation 3.1, 4.2; companion 3.2)', () => {
  const live = liveServices();
  afterEach(() => live.exports.letGo());

  const transitions: readonly [string, State, object][] = [
    ['as new and active by POST /deposits', 'new', { status: 'new', active: true, exported: null, preserved: null }],
    [
      'as exporting and active by POST /deposits/export',
      'exporting',
      { status: 'exporting', active: true, versionExported: 'v1' },
    ],
    [
      'as preserved and inactive when its import has completed',
      'preserved',
      { status: 'preserved', active: false, versionPreserved: 'v1' },
    ],
    [
      'as error and inactive when its import has completed with errors',
      'error',
      { status: 'error', active: false, preserved: null, preservedBy: null, versionPreserved: null },
    ],
  ];
  for (const [how, state, properties] of transitions)
    it(how, async () => {
      const { deposit } = await depositIn[state](live);
      expect(await shown(deposit)).to.include(properties);
    });

  it('from exporting to new by itself, and keeps who exported what', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    const deposit = openedBy(await exportOf(live, path, {}, as('ann')));
    const before = await shown(deposit);
    live.exports.letGo();
    await live.settle();
    const after = await shown(deposit);
    expect([before['status'], after['status']]).to.deep.equal(['exporting', 'new']);
    for (const same of ['exported', 'exportedBy', 'versionExported', 'active', 'created', 'createdBy'])
      expect(after[same], same).to.equal(before[same]);
    expect(after['exportedBy']).to.equal(`${live.preservation}/agents/ann`);
    expect(after['exported']).to.equal(after['created']);
  });

  it('from exporting to new with metadata folders in workspace and METS', async () => {
    const { deposit } = await depositIn.exporting(live);
    expect(await keysIn(live, deposit)).to.deep.equal([]);
    live.exports.letGo();
    await live.settle();
    expect(await keysIn(live, deposit)).to.include.members(['metadata/', 'metadata/ad-hoc/']);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.include('ad-hoc');
  });

  it('to preserved with the caller of the import and its version', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const deposit = await newDeposit(live, { archivalGroup: uriOf(live, path) });
    await upload(live, deposit, { 'objects/b.txt': 'b' });
    await describeFiles(deposit, ['objects/b.txt']);
    await runImport(live, deposit, { id: `${deposit.uri}/importjobs/diff` }, 'ann');
    const { preserved, ...body } = await shown(deposit);
    expect(preserved).to.be.a('string');
    expect(body).to.include({
      preservedBy: `${live.preservation}/agents/ann`,
      versionPreserved: 'v2',
      active: false,
    });
  });
});
