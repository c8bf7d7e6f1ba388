import { expect } from 'chai';
import {
  ask,
  deleteItems,
  describeFiles,
  etagOf,
  keysIn,
  newDeposit,
  upload,
  type OpenedDeposit,
} from '../../conversation.js';
import { liveServices } from '../../live-services.js';

describe('edits of the METS of a bag', () => {
  const live = liveServices();

  const files = { 'data/objects/a/b.txt': 'b', 'data/metadata/c.txt': 'c', 'bagit.txt': 'bag', 'objects/out.txt': 'o' };
  const prepared = async (): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await upload(live, deposit, files);
    return deposit;
  };
  const described = [
    { path: 'objects', isDir: true, where: 'Mets' },
    { path: 'objects/a', isDir: true, where: 'Mets' },
    { path: 'objects/a/b.txt', isDir: false, where: 'Mets' },
  ];

  for (const path of ['objects/a/b.txt', 'data/objects/a/b.txt', '/data/objects/a/b.txt/'])
    it(`take ${path} for what lies below data/`, async () => {
      const { status, body } = await describeFiles(await prepared(), [path]);
      expect([status, body['items']]).to.deep.equal([200, described]);
    });

  it('leave out the tag files, and what is beside data/', async () => {
    const deposit = await prepared();
    const before = await etagOf(deposit);
    const nothing = await describeFiles(deposit, ['bagit.txt', 'data/mets.xml', 'data']);
    expect([nothing.status, nothing.body['items']]).to.deep.equal([200, []]);
    expect((await describeFiles(deposit, ['objects/out.txt'])).status).to.equal(400);
    expect(await etagOf(deposit)).to.equal(before);
  });

  it('are the same where the METS is in the root of the bag', async () => {
    const deposit = await prepared();
    const { text } = await ask('GET', `${deposit.uri}/mets`);
    await upload(live, deposit, { 'mets.xml': text });
    expect((await describeFiles(deposit, ['objects/a/b.txt'])).body['items']).to.deep.equal(described);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.contain('xlink:href="objects/a/b.txt"');
  });

  it('delete below data/ whether or not the path says so', async () => {
    const deposit = await prepared();
    await describeFiles(deposit, ['objects/a/b.txt']);
    const items = [
      { path: 'objects/a', isDir: true },
      { path: 'data/objects/a/b.txt', isDir: false },
    ];
    const { status, body } = await deleteItems(deposit, items);
    expect([status, body['items']]).to.deep.equal([
      200,
      [
        { path: 'objects/a/b.txt', isDir: false, where: 'Both' },
        { path: 'objects/a', isDir: true, where: 'Both' },
      ],
    ]);
    expect(await keysIn(live, deposit))
      .to.include('objects/out.txt')
      .and.to.not.include('data/objects/a/b.txt');
  });

  it('delete a tag file from the root only when that is asked for, and nothing else there', async () => {
    const deposit = await prepared();
    const tagFile = { path: 'bagit.txt', isDir: false };
    expect((await deleteItems(deposit, [tagFile])).body['items']).to.deep.equal([]);
    expect(await keysIn(live, deposit)).to.include('bagit.txt');
    const fromRoot = { deleteFromRoot: true };
    for (const item of [
      { path: 'data', isDir: true },
      { path: 'data/mets.xml', isDir: false },
    ]) {
      const { status, body } = await deleteItems(deposit, [item], fromRoot);
      const detail = 'Delete failed after 0 items. You cannot delete protected files in the root.';
      expect([status, body['detail']]).to.deep.equal([400, detail]);
    }
    expect((await deleteItems(deposit, [tagFile], fromRoot)).body['items']).to.deep.equal([
      { ...tagFile, where: 'Deposit' },
    ]);
    expect(await keysIn(live, deposit))
      .to.include('data/mets.xml')
      .and.to.not.include('bagit.txt');
  });
});
