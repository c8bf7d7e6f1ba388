import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../../../../../commands/core/dependencies.js';
import { moveFiles } from '../../../../../commands/mets-edits/moving/move-files.js';
import { lockDeposit } from '../../../../../commands/processes/deposits/lock-deposit.js';
import { readWhole } from '../../../../../formats/read-whole.js';
import { intentOf } from '../../../../support/command-bench.js';
import {
  ask,
  describeFiles,
  etagOf,
  filledDeposit,
  keysIn,
  newDeposit,
  upload,
  uploadWithoutDigest,
  type OpenedDeposit,
  type Reply,
} from '../../../conversation.js';
import { liveServices } from '../../../live-services.js';

interface Move {
  readonly from: string;
  readonly to: string;
}

describe('files and folders that are moved', () => {
  const live = liveServices();

  const move = async (deposit: OpenedDeposit, moves: readonly Move[], headers = {}): Promise<Reply> =>
    ask('POST', `${deposit.uri}/mets/move`, { moves }, { 'if-match': await etagOf(deposit), ...headers });
  const filesOf = async ({ uri }: OpenedDeposit): Promise<readonly { localPath: string; name: string }[]> =>
    (await ask('GET', `${uri}/parsed-mets`)).body['files'] as { localPath: string; name: string }[];
  const described = async (deposit: OpenedDeposit): Promise<string[]> =>
    (await filesOf(deposit)).map(({ localPath }) => localPath).filter((path) => path !== 'mets.xml');
  const textAt = async ({ prefix }: OpenedDeposit, path: string): Promise<string> =>
    (await readWhole(live.bytes, { bucket: live.places.workspaceBucket, key: prefix + path })).bytes.toString();

  const recorded = async (): Promise<OpenedDeposit> => {
    const files = ['objects/a/1.txt', 'objects/a/deep/2.txt', 'objects/b.txt'];
    const deposit = await filledDeposit(live, Object.fromEntries(files.map((path) => [path, path])));
    await describeFiles(deposit, files);
    return deposit;
  };

  it('are at their new paths, in the workspace and in the METS, and the folder that they left stays', async () => {
    const deposit = await recorded();
    const { status, body, headers } = await move(deposit, [
      { from: 'objects/b.txt', to: 'objects/new/c.txt' },
      { from: '/objects/a/deep/', to: 'objects/deeper' },
    ]);
    expect([status, body['items']]).to.deep.equal([
      200,
      [
        { path: 'objects/new/c.txt', isDir: false, where: 'Both' },
        { path: 'objects/deeper', isDir: true, where: 'Both' },
      ],
    ]);
    expect(headers.get('etag')).to.equal(await etagOf(deposit));
    const paths = ['objects/a/1.txt', 'objects/deeper/2.txt', 'objects/new/c.txt'];
    expect(await described(deposit)).to.have.members(paths);
    const keys = await keysIn(live, deposit);
    expect(keys).to.include.members([...paths, 'objects/a/']);
    expect(keys).not.to.include.members(['objects/b.txt', 'objects/a/deep/2.txt']);
    expect(await textAt(deposit, 'objects/new/c.txt')).to.equal('objects/b.txt');
    const { body: diff } = await ask('GET', `${deposit.uri}/combined?path=&show=unrecorded`);
    expect(diff['files']).to.be.oneOf([undefined, []]);
  });

  it('that are not recorded are moved in the workspace alone, also into objects from beside it', async () => {
    const deposit = await filledDeposit(live, { 'scan.txt': 's', 'objects/x/y.txt': 'y' });
    const before = await etagOf(deposit);
    const { body } = await move(deposit, [{ from: 'scan.txt', to: 'objects/scan.txt' }]);
    expect(body['items']).to.deep.equal([{ path: 'objects/scan.txt', isDir: false, where: 'Deposit' }]);
    expect(await etagOf(deposit)).to.equal(before);
    expect(await keysIn(live, deposit))
      .to.include('objects/scan.txt')
      .and.not.to.include('scan.txt');
  });

  it('and are only in the METS are moved there', async () => {
    const deposit = await recorded();
    await live.dependencies.removal.workspaces.delete({ bucket: live.places.workspaceBucket, prefix: deposit.prefix }, [
      `${deposit.prefix}objects/b.txt`,
    ]);
    const { body } = await move(deposit, [{ from: 'objects/b.txt', to: 'objects/c.txt' }]);
    expect(body['items']).to.deep.equal([{ path: 'objects/c.txt', isDir: false, where: 'Mets' }]);
    expect(await described(deposit)).to.include('objects/c.txt');
  });

  it('keep the digest that was read of their bytes, so that they can be recorded at once', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    await uploadWithoutDigest(live, deposit, { 'objects/plain.txt': 'plain' });
    await move(deposit, [{ from: 'objects/plain.txt', to: 'objects/moved.txt' }]);
    expect((await describeFiles(deposit, ['objects/moved.txt'])).body['withoutDigest']).to.deep.equal([]);
  });

  it('change their name with their path, unless they have one of their own', async () => {
    const deposit = await recorded();
    const changes = [{ paths: ['objects/b.txt'], name: 'Title page' }];
    await ask('POST', `${deposit.uri}/mets/properties`, { changes }, { 'if-match': await etagOf(deposit) });
    await move(deposit, [
      { from: 'objects/b.txt', to: 'objects/c.txt' },
      { from: 'objects/a/1.txt', to: 'objects/a/one.txt' },
    ]);
    const named = Object.fromEntries((await filesOf(deposit)).map(({ localPath, name }) => [localPath, name]));
    expect(named).to.include({ 'objects/c.txt': 'Title page', 'objects/a/one.txt': 'one.txt' });
  });

  it('of a bag are named below its data or without it, and are recorded as deleted at the paths before', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await upload(live, deposit, { 'data/objects/a.txt': 'a', 'data/objects/b.txt': 'b' });
    await describeFiles(deposit, ['objects/a.txt', 'objects/b.txt']);
    const { status } = await move(deposit, [
      { from: 'objects/a.txt', to: 'objects/x/a.txt' },
      { from: 'data/objects/b.txt', to: 'data/objects/x/b.txt' },
    ]);
    expect(status).to.equal(200);
    expect(await keysIn(live, deposit)).to.include.members(['data/objects/x/a.txt', 'data/objects/x/b.txt']);
    const { body } = await ask('GET', `${deposit.uri}/history`);
    expect(JSON.stringify(body)).to.contain('deleted 2 files of the bag');
  });

  it('are not moved at all where one cannot be, and the answer says why', async () => {
    const deposit = await recorded();
    await upload(live, deposit, { 'objects/here.txt': 'here' });
    const before = await keysIn(live, deposit);
    const etag = await etagOf(deposit);
    for (const [from, to, status, detail] of [
      ['objects/none', 'objects/some', 404, 'There is no file or folder at objects/none; nothing was moved.'],
      ['objects/b.txt', 'objects/here.txt', 400, 'There is something at objects/here.txt already; nothing was moved.'],
      ['objects/b.txt', 'objects/a/1.txt', 400, 'There is something at objects/a/1.txt already; nothing was moved.'],
      ['objects/a', 'objects/a/deep/a', 400, "'objects/a' cannot be moved to 'objects/a/deep/a'"],
      ['objects/b.txt', 'objects/here.txt/b', 400, 'objects/here.txt is a file, so that nothing can be moved into it.'],
      ['objects/b.txt', 'elsewhere/b.txt', 400, "'elsewhere/b.txt' is neither in objects nor in metadata."],
      ['objects/b.txt', 'objects/../b.txt', 400, "Nothing can be moved to 'objects/../b.txt'"],
      ['objects/b.txt', 'objects//b.txt', 400, "Nothing can be moved to 'objects//b.txt': a name is empty."],
      ['objects', 'objects/x', 400, 'The folder objects cannot be moved.'],
      ['mets.xml', 'objects/mets.xml', 400, 'The file mets.xml cannot be moved.'],
    ] as const) {
      const moves = [
        { from: 'objects/a/1.txt', to: 'objects/moved.txt' },
        { from, to },
      ];
      const answer = await move(deposit, from === 'objects/a' ? moves.slice(1) : moves);
      expect(answer.status, to).to.equal(status);
      expect(answer.body['detail'], to).to.contain(detail);
    }
    expect(await keysIn(live, deposit)).to.deep.equal(before);
    expect(await etagOf(deposit)).to.equal(etag);
  });

  it('are not moved over what the METS describes and the workspace has no more', async () => {
    const deposit = await recorded();
    const place = { bucket: live.places.workspaceBucket, prefix: deposit.prefix };
    await live.dependencies.removal.workspaces.delete(place, [`${deposit.prefix}objects/b.txt`]);
    const { status, body } = await move(deposit, [{ from: 'objects/a/1.txt', to: 'objects/b.txt' }]);
    expect([status, body['detail']]).to.deep.equal([400, "The METS already has something at 'objects/b.txt'."]);
  });

  it('are refused where one request names a path twice', async () => {
    const deposit = await recorded();
    for (const [moves, detail] of [
      [
        [
          { from: 'objects/a', to: 'objects/x' },
          { from: 'objects/a/1.txt', to: 'objects/y' },
        ],
        "'objects/a/1.txt' would be moved twice.",
      ],
      [
        [
          { from: 'objects/a', to: 'objects/x' },
          { from: 'objects/b.txt', to: 'objects/x' },
        ],
        "'objects/x' would be moved to twice.",
      ],
    ] as const)
      expect((await move(deposit, moves)).body['detail']).to.equal(detail);
  });

  it('need the ETag of the METS, and the lock of nobody else', async () => {
    const deposit = await recorded();
    const moves = [{ from: 'objects/b.txt', to: 'objects/c.txt' }];
    expect((await ask('POST', `${deposit.uri}/mets/move`, { moves })).status).to.equal(409);
    expect((await move(deposit, moves, { 'if-match': '"other"' })).status).to.equal(409);
    await lockDeposit(live.dependencies, intentOf('somebody'), { depositId: deposit.id, force: false });
    expect((await move(deposit, moves)).status).to.equal(409);
    expect(await keysIn(live, deposit))
      .to.include('objects/b.txt')
      .and.not.to.include('objects/c.txt');
  });

  it('are not moved again by a repeat with the same key, which is answered as the first time', async () => {
    const deposit = await recorded();
    const headers = { 'idempotency-key': randomUUID(), 'if-match': await etagOf(deposit) };
    const moves = [{ from: 'objects/a', to: 'objects/b' }];
    const first = await move(deposit, moves, headers);
    await upload(live, deposit, { 'objects/a/1.txt': 'uploaded since' });
    const second = await move(deposit, moves, headers);
    expect([second.status, second.body]).to.deep.equal([200, first.body]);
    expect(await textAt(deposit, 'objects/a/1.txt')).to.equal('uploaded since');
  });

  for (const [when, port] of [
    ['after some were copied', 'copy'],
    ['before the METS was written', 'put'],
    ['before any was deleted', 'delete'],
  ] as const)
    it(`go on when the platform ended ${when} and the request is sent again`, async () => {
      const deposit = await recorded();
      const request = {
        depositId: deposit.id,
        moves: [{ from: 'objects/a', to: 'objects/z' }],
        until: new AbortController().signal,
      };
      const { bytes, removal } = live.dependencies;
      let copies = 0;
      const end = (): Promise<never> => Promise.reject(new Error('the process ends'));
      const ending: Dependencies = {
        ...live.dependencies,
        bytes: {
          ...bytes,
          keepsConditions: bytes.keepsConditions,
          copy: (...of) => (port === 'copy' && ++copies > 1 ? end() : bytes.copy(...of)),
          put: (at, ...of) => (port === 'put' && at.key.endsWith('mets.xml') ? end() : bytes.put(at, ...of)),
        },
        removal: port === 'delete' ? { ...removal, workspaces: { ...removal.workspaces, delete: end } } : removal,
      };
      const ifMatch = await etagOf(deposit);
      const [broken] = await Promise.allSettled([moveFiles(ending, intentOf('dev'), { ...request, ifMatch })]);
      expect(broken.status).to.equal('rejected');
      expect((await move(deposit, request.moves)).status).to.equal(200);
      expect(await described(deposit)).to.have.members(['objects/z/1.txt', 'objects/z/deep/2.txt', 'objects/b.txt']);
      const keys = await keysIn(live, deposit);
      expect(keys.filter((key) => key.startsWith('objects/') && !key.endsWith('/'))).to.have.members([
        'objects/z/1.txt',
        'objects/z/deep/2.txt',
        'objects/b.txt',
      ]);
    });

  it('go on where they stopped when time runs out', async () => {
    const deposit = await recorded();
    const request = { depositId: deposit.id, moves: [{ from: 'objects/a', to: 'objects/z' }] };
    const ifMatch = await etagOf(deposit);
    const stopped = await moveFiles(live.dependencies, intentOf('dev'), {
      ...request,
      ifMatch,
      until: AbortSignal.abort(),
    });
    expect(stopped).to.have.nested.property('refusal.code', 'moves-unfinished');
    expect(await keysIn(live, deposit)).to.include.members(['objects/a/1.txt', 'objects/a/deep/2.txt']);
    expect((await move(deposit, request.moves)).status).to.equal(200);
  });
});
