import { expect } from 'chai';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { ask, describeFiles, newDeposit, newGroup, upload, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';

describe('a group whose object is older than the log, as after restores from different moments', () => {
  const live = liveServices();
  let path: string;
  before(async () => {
    path = await newPath();
    await restoreOlder(() => Promise.resolve());
  });

  const newPath = async (): Promise<string> => (await newGroup({ 'objects/a.txt': 'one' })).path;

  const uriOf = (within = ''): string => `${live.preservation}/repository/${path}${within}`;
  const storedObject = async (): Promise<Map<string, Buffer>> => {
    const { bucket, prefix } = live.places.repository;
    const files = new Map<string, Buffer>();
    for await (const { key } of live.bytes.list(bucket, `${objectRoot(ocflId(path), prefix)}/`))
      files.set(key, Buffer.concat((await (await live.bytes.get({ bucket, key })).stream.toArray()) as Buffer[]));
    return files;
  };
  const publishAgain = async (): Promise<void> => {
    const deposit = await newDeposit(live, { archivalGroup: uriOf() });
    await upload(live, deposit, { 'objects/b.txt': 'two' });
    await describeFiles(deposit, ['objects/b.txt']);
    await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    await live.settle();
  };
  /** Puts back the object as it was before another version was published, and what is then made. */
  const restoreOlder = async <T>(meanwhile: () => Promise<T>): Promise<T> => {
    const { bucket } = live.places.repository;
    const older = await storedObject();
    await publishAgain();
    const made = await meanwhile();
    const newer = [...(await storedObject()).keys()];
    await live.bytes.delete(
      bucket,
      newer.filter((key) => !older.has(key)),
    );
    for (const [key, bytes] of older) await live.bytes.put({ bucket, key }, bytes);
    return made;
  };
  const deposits = async (): Promise<unknown> =>
    (await ask('GET', `${live.preservation}/deposits?archivalGroupPath=${path}&showAll=true`)).body['total'];
  const expectRefused = ({ status, body }: Reply): void => {
    expect(body['detail']).to.contain(`The OCFL object of ${path} is at v1, its ledger at v2.`);
    expect(status).to.equal(409);
  };

  it('gets no deposit', async () => {
    const before = await deposits();
    expectRefused(await ask('POST', `${live.preservation}/deposits`, { archivalGroup: uriOf() }));
    await live.settle();
    expect(await deposits()).to.equal(before);
  });

  it('is not exported into a deposit', async () => {
    const before = await deposits();
    for (const request of [{}, { versionExported: 'v1', template: 'RootLevel' }])
      expectRefused(await ask('POST', `${live.preservation}/deposits/export`, { archivalGroup: uriOf(), ...request }));
    await live.settle();
    expect(await deposits()).to.equal(before);
  });

  it('is not given to a deposit that has another group or none', async () => {
    const { uri } = await newDeposit(live);
    expectRefused(await ask('PATCH', uri, { archivalGroup: uriOf() }));
    expect((await ask('GET', uri)).body['archivalGroup']).to.equal(null);
  });

  it('is refused where a path within it is asked for or deleted', async () => {
    expectRefused(await ask('POST', `${live.preservation}/deposits`, { archivalGroup: uriOf('/objects') }));
    expectRefused(await ask('DELETE', uriOf('/objects')));
    expectRefused(await ask('GET', `${live.preservation}/validation/archivalgroup/${path}/objects`));
  });

  it('is not shown, and its METS is not exported', async () => {
    for (const shown of ['', '/objects', '/objects/a.txt', '?view=mets']) expectRefused(await ask('GET', uriOf(shown)));
    expectRefused(await ask('GET', `${live.storage}/content/${path}/objects/a.txt`));
    expectRefused(await ask('GET', `${live.storage}/repository/${path}`));
    expectRefused(
      await ask('POST', `${live.storage}/exportMetsOnly`, {
        archivalGroup: `${live.storage}/repository/${path}`,
        destination: `s3://${live.places.workspaceBucket}/exports/${path}`,
      }),
    );
  });

  it('is not compared with a deposit, nor imported from one', async () => {
    path = await newPath();
    const { uri } = await restoreOlder(() => newDeposit(live, { archivalGroup: uriOf() }));
    expectRefused(await ask('GET', `${uri}/importjobs/diff`));
    expectRefused(await ask('POST', `${uri}/importjobs`, { id: `${uri}/importjobs/diff` }));
  });
});
