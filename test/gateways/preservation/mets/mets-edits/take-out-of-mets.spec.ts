import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import {
  ask,
  describeFiles,
  etagOf,
  filledDeposit,
  keysIn,
  newDeposit,
  upload,
  type OpenedDeposit,
  type Reply,
} from '../../../conversation.js';
import { liveServices } from '../../../live-services.js';

describe('files and folders that are taken out of the METS alone', () => {
  const live = liveServices();
  const FILES = ['objects/a/1.txt', 'objects/b.txt'];

  const takeOut = async (deposit: OpenedDeposit, items: readonly object[], more = {}, headers = {}): Promise<Reply> =>
    ask(
      'POST',
      `${deposit.uri}/mets/delete`,
      { onlyFromMets: true, items, ...more },
      { 'if-match': await etagOf(deposit), ...headers },
    );
  const described = async ({ uri }: OpenedDeposit): Promise<string[]> =>
    ((await ask('GET', `${uri}/parsed-mets`)).body['files'] as { localPath: string }[])
      .map(({ localPath }) => localPath)
      .filter((path) => path !== 'mets.xml');
  const recorded = async (): Promise<OpenedDeposit> => {
    const deposit = await filledDeposit(live, Object.fromEntries(FILES.map((path) => [path, path])));
    await describeFiles(deposit, FILES);
    return deposit;
  };
  const file = { path: 'objects/b.txt', isDir: false };

  it('stay in the workspace, and can be recorded again', async () => {
    const deposit = await recorded();
    const { status, body } = await takeOut(deposit, [
      file,
      { path: 'objects/a', isDir: true },
      { path: 'objects/a/1.txt', isDir: false },
    ]);
    expect(status).to.equal(200);
    expect(body['items']).to.have.deep.members([
      { path: 'objects/a/1.txt', isDir: false, where: 'Mets' },
      { path: 'objects/a', isDir: true, where: 'Mets' },
      { ...file, where: 'Mets' },
    ]);
    expect(await described(deposit)).to.deep.equal([]);
    expect(await keysIn(live, deposit)).to.include.members(FILES);
    expect((await describeFiles(deposit, FILES)).status).to.equal(200);
    expect(await described(deposit)).to.have.members(FILES);
  });

  it('are refused where the METS does not have them, keeps them, or has something in them', async () => {
    const deposit = await recorded();
    await upload(live, deposit, { 'objects/new.txt': 'n' });
    for (const [item, status, detail] of [
      [{ path: 'objects/new.txt', isDir: false }, 404, 'File objects/new.txt not found.'],
      [{ path: 'objects/b.txt', isDir: true }, 404, 'Directory objects/b.txt not found.'],
      [{ path: 'objects', isDir: true }, 400, 'You cannot delete the objects directory.'],
      [{ path: 'objects/a', isDir: true }, 400, 'Cannot delete a non-empty directory.'],
    ] as const) {
      const answer = await takeOut(deposit, [file, item]);
      expect([answer.status, answer.body['detail']]).to.deep.equal([status, `Delete failed after 0 items. ${detail}`]);
    }
    expect(await described(deposit)).to.have.members(FILES);
    const none = await takeOut(await newDeposit(live), [file]);
    expect(none.status).to.be.oneOf([404, 409]);
  });

  it('are not deleted from the workspace by the same request', async () => {
    const deposit = await recorded();
    const { status, body } = await takeOut(deposit, [file], { deleteFromDepositFiles: true });
    expect([status, body['detail']]).to.deep.equal([
      400,
      'onlyFromMets leaves the workspace as it is, which deleteFromDepositFiles contradicts.',
    ]);
    expect((await takeOut(deposit, [])).body['detail']).to.equal('No items to delete.');
    expect(await described(deposit)).to.have.members(FILES);
  });

  it('may be left out where they may fail', async () => {
    const deposit = await recorded();
    const missing = { path: 'objects/none.txt', isDir: false };
    const { body } = await takeOut(deposit, [file, missing], { continueIfFail: ['objects/none.txt'] });
    expect(body['items']).to.deep.equal([
      { ...file, where: 'Mets' },
      { ...missing, where: 'Neither' },
    ]);
  });

  it('are not taken out again by a repeat with the same key', async () => {
    const deposit = await recorded();
    const headers = { 'if-match': await etagOf(deposit), 'idempotency-key': randomUUID() };
    const first = await takeOut(deposit, [file], {}, headers);
    await describeFiles(deposit, ['objects/b.txt']);
    const second = await takeOut(deposit, [file], {}, headers);
    expect([second.status, second.body]).to.deep.equal([200, first.body]);
    expect(await described(deposit)).to.include('objects/b.txt');
  });
});
