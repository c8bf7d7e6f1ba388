import { expect } from 'chai';
import { stub } from 'sinon';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import { readWhole } from '../../../../formats/read-whole.js';
import {
  ask,
  deleteItems,
  describeFiles,
  etagOf,
  filledDeposit,
  keysIn,
  newDeposit,
  upload,
  type OpenedDeposit,
} from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { readMets } from '../../../support/mets-in-bytes.js';

const foreign = `<mets:mets xmlns:mets="http://www.loc.gov/METS/"><mets:metsHdr><mets:agent><mets:name>Other</mets:name>
</mets:agent></mets:metsHdr><mets:structMap TYPE="PHYSICAL"><mets:div/></mets:structMap></mets:mets>`;

describe('edits of a METS', () => {
  const live = liveServices();

  const metsOf = ({ prefix }: OpenedDeposit) => ({ bucket: live.places.workspaceBucket, key: `${prefix}mets.xml` });

  it('protect their folders however many slashes the path ends with', async () => {
    const deposit = await filledDeposit(live, {});
    const before = await keysIn(live, deposit);
    for (const [path, detail] of [
      ['objects//', 'You cannot delete the objects directory.'],
      ['//objects///', 'You cannot delete the objects directory.'],
      ['metadata/ad-hoc//', 'You cannot delete the metadata ad-hoc directory.'],
    ] as const) {
      const { status, body } = await deleteItems(deposit, [{ path, isDir: true }]);
      expect([status, body['detail']]).to.deep.equal([400, `Delete failed after 0 items. ${detail}`]);
    }
    expect(await keysIn(live, deposit)).to.deep.equal(before);
  });

  it('find nothing at a path with an empty name in it, whatever the store has there', async () => {
    const deposit = await filledDeposit(live, { 'objects//a.txt': 'a', 'metadata//': '' });
    const added = await describeFiles(deposit, ['objects//a.txt', '/', '']);
    expect([added.status, added.body['detail']]).to.deep.equal([400, 'No items to add to METS.']);
    for (const [path, isDir, detail] of [
      ['objects//a.txt', false, 'File objects//a.txt not found.'],
      ['metadata//ad-hoc', true, 'Directory metadata//ad-hoc not found.'],
    ] as const) {
      const { status, body } = await deleteItems(deposit, [{ path, isDir }]);
      expect([status, body['detail']]).to.deep.equal([404, `Delete failed after 0 items. ${detail}`]);
    }
    expect(await keysIn(live, deposit)).to.include.members(['objects//a.txt', 'metadata//']);
  });

  it('are refused where the store ignores conditions, and change nothing', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    const etag = await etagOf(deposit);
    const ignoring = stub(live.bytes, 'keepsConditions').value(false);
    try {
      for (const { status, body } of [
        await describeFiles(deposit, ['objects/a.txt']),
        await deleteItems(deposit, [{ path: 'objects/a.txt', isDir: false }]),
      ]) {
        expect(status).to.equal(422);
        expect(body['detail']).to.contain('ignores conditional writes');
      }
    } finally {
      ignoring.restore();
    }
    expect(await etagOf(deposit)).to.equal(etag);
    expect((await describeFiles(deposit, ['objects/a.txt'])).status).to.equal(200);
  });

  it('tolerate slashes around a path', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    const { body } = await describeFiles(deposit, ['objects//', '//objects/a.txt']);
    expect(body['items']).to.deep.equal([
      { path: 'objects', isDir: true, where: 'Mets' },
      { path: 'objects/a.txt', isDir: false, where: 'Mets' },
    ]);
  });

  it('answer the ETag of the METS as it is then, for the next edit', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const { headers } = await describeFiles(deposit, ['objects/a.txt']);
    expect(headers.get('etag')).to.equal(await etagOf(deposit));
  });

  it('that fail to add say after how many items, and why, and write nothing', async () => {
    const deposit = await filledDeposit(live, { 'objects/a': 'a', 'objects/b': 'b' });
    await describeFiles(deposit, ['objects/a']);
    await upload(live, deposit, { 'objects/a/c.txt': 'c' });
    const etag = await etagOf(deposit);
    const { status, body } = await describeFiles(deposit, ['objects/b', 'objects/a/c.txt']);
    expect(status).to.equal(400);
    expect(body['detail']).to.equal(
      'MetsManager::AddToMets failed after 1 items, unable to write update METS file. Parent path is not a Directory',
    );
    expect(await etagOf(deposit)).to.equal(etag);
  });

  it('keep a folder that holds folders or files, each by its own words', async () => {
    const deposit = await filledDeposit(live, { 'objects/a/': '', 'objects/a/b/': '', 'objects/c/d/e.txt': 'e' });
    for (const [path, detail] of [
      ['objects/a', 'Cannot delete a non-empty directory.'],
      ['objects/c', 'You cannot delete a folder that has files in it; delete the files first.'],
    ] as const) {
      const { status, body } = await deleteItems(deposit, [{ path, isDir: true }]);
      expect([status, body['detail']]).to.deep.equal([400, `Delete failed after 0 items. ${detail}`]);
    }
    const { status } = await deleteItems(deposit, [
      { path: 'objects/a', isDir: true },
      { path: 'objects/a/b', isDir: true },
    ]);
    expect(status).to.equal(200);
  });

  it('find in the METS what the workspace has no more, also when only files are to go', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    const file = { path: 'objects/a.txt', isDir: false };
    const filesOnly = { deleteFromMets: false };
    const etag = await etagOf(deposit);
    for (const where of ['Deposit', 'Mets']) {
      const { status, body } = await deleteItems(deposit, [file], filesOnly);
      expect([status, body['items']]).to.deep.equal([200, [{ ...file, where }]]);
    }
    expect(await etagOf(deposit)).to.equal(etag);
    expect((await deleteItems(deposit, [{ ...file, isDir: true }], filesOnly)).status).to.equal(404);
    const { status, body } = await deleteItems(deposit, [file]);
    expect([status, body['items']]).to.deep.equal([200, [{ ...file, where: 'Mets' }]]);
    expect((await deleteItems(deposit, [file], filesOnly)).status).to.equal(404);
  });

  it('pass over what may fail, and say of it that it went from nowhere', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'objects/b/c.txt': 'c' });
    await describeFiles(deposit, ['objects/a.txt']);
    const items = [
      { path: 'objects/a.txt', isDir: false },
      { path: 'objects/none.txt', isDir: false },
      { path: 'objects/b', isDir: true },
    ];
    const { status, body } = await deleteItems(deposit, items, { continueIfFail: ['objects/none.txt', 'objects/b'] });
    expect([status, body['items']]).to.deep.equal([
      200,
      [
        { ...items[0], where: 'Both' },
        { ...items[1], where: 'Neither' },
        { ...items[2], where: 'Neither' },
      ],
    ]);
    expect(await keysIn(live, deposit))
      .to.include('objects/b/c.txt')
      .and.to.not.include('objects/a.txt');
    const rest = await deleteItems(deposit, [items[1]!, items[2]!], { continueIfFail: ['objects/b'] });
    expect(rest.status).to.equal(404);
  });

  it('that the store breaks off say how far they came, and keep METS and workspace in step', async () => {
    const names = ['a', 'b', 'c', 'd/e'].map((name) => `objects/${name}`);
    const deposit = await filledDeposit(live, Object.fromEntries(names.map((name) => [name, name])));
    await describeFiles(deposit, names);
    const items = [...names.map((path) => ({ path, isDir: false })), { path: 'objects/d', isDir: true }];
    const away = stub(live.bytes, 'delete').callsFake(async (bucket, keys) => {
      await away.wrappedMethod.call(live.bytes, bucket, keys.slice(0, 2));
      throw new ByteStoreFault('store-unavailable', 'the store is away');
    });
    try {
      const { status, body } = await deleteItems(deposit, items);
      expect([status, body['detail']]).to.satisfy(
        ([code, detail]: [number, string]) => code === 503 && detail.startsWith('Delete failed after 3 items. '),
      );
    } finally {
      away.restore();
    }
    expect((await keysIn(live, deposit)).filter((key) => names.includes(key))).to.deep.equal([
      'objects/b',
      'objects/c',
    ]);
    const mets = readMets((await readWhole(live.bytes, metsOf(deposit))).bytes, { own: 'Muniment', accepted: [] });
    expect([...mets.filesByPath.keys()]).to.deep.equal(['objects/b', 'objects/c']);
    expect(mets.directoriesByPath.has('objects/d')).to.equal(false);
    const rest = await deleteItems(deposit, items.slice(1, 3));
    expect(rest.status).to.equal(200);
  });

  it('give a METS of a third party back as it is, and say whose it is not', async () => {
    const deposit = await newDeposit(live);
    await upload(live, deposit, { 'objects/a.txt': 'a', 'mets.xml': foreign });
    for (const { status, body } of [
      await describeFiles(deposit, ['objects/a.txt']),
      await describeFiles(deposit, ['objects/none.txt']),
      await deleteItems(deposit, [{ path: 'objects/a.txt', isDir: false }]),
      await ask('POST', `${deposit.uri}/mets/normalise`),
    ])
      expect([status, body['detail']]).to.deep.equal([422, 'METS file was not created by Muniment']);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.equal(foreign);
  });

  it('read a METS whole that somebody put in the place of the one they wrote', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    await describeFiles(deposit, ['objects/a.txt']);
    const written = (await ask('GET', `${deposit.uri}/mets`)).text;
    const broken = written.replace('a.txt</premis:originalName>', 'a.txt');
    await upload(live, deposit, { 'mets.xml': broken });
    const { status } = await describeFiles(deposit, ['objects/b.txt']);
    expect([status, (await ask('GET', `${deposit.uri}/mets`)).text]).to.deep.equal([422, broken]);
  });

  const words = ['Both', 'Mets', 'Deposit', 'Neither', 'Extra'];
  for (const [number, word] of words.entries()) {
    it(`take ${number} for ${word}`, async () => {
      const items = [{ path: 'objects/a.txt', isDir: false, where: number }];
      const { status, body } = await deleteItems(await filledDeposit(live, {}), items, {
        deleteFromDepositFiles: false,
      });
      expect([status, body['items']]).to.deep.equal([200, [{ ...items[0], where: word }]]);
    });
  }
  for (const where of [5, -1, 1.5, 'elsewhere']) {
    it(`refuse ${where} as a place`, async () => {
      const items = [{ path: 'objects/a.txt', isDir: false, where }];
      expect((await deleteItems(await filledDeposit(live, {}), items)).status).to.equal(400);
    });
  }
});
