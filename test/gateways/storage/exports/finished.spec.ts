import { expect } from 'chai';
import { ask, describeFiles, newContainer, newDeposit, newGroup, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestExport, uriOf } from './request-export.js';
import { sha256Of } from '../../../support/sha256.js';

describe('exports of the storage service (storage service 2.1, 3, 4.1)', () => {
  const live = liveServices();

  const ended = async (id: string): Promise<Reply['body']> => {
    await live.settle();
    return (await ask('GET', id)).body;
  };
  const textAt = async (uri: string): Promise<string> => {
    const key = decodeURIComponent(uri.slice(`s3://${live.places.workspaceBucket}/`.length));
    const { stream } = await live.bytes.get({ bucket: live.places.workspaceBucket, key });
    return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
  };

  it('has finished with dates, the verified files and no errors', async () => {
    const { path } = await newGroup({ 'objects/a b#.txt': 'one', 'objects/💌%.txt': 'two' });
    const body = await ended((await requestExport(live, path)).body.id);
    expect(body['dateBegun']).to.be.a('string');
    expect(body['dateFinished']).to.be.a('string');
    expect(body['errors']).to.deep.equal([]);
    const files = body['files'] as readonly string[];
    const to = `${String(body['destination'])}/`;
    expect(files.map((uri) => decodeURIComponent(uri.slice(to.length)))).to.deep.equal([
      'mets.xml',
      'objects/a b#.txt',
      'objects/💌%.txt',
    ]);
    expect(await textAt(files[1]!)).to.equal('one');
    expect(await textAt(files[2]!)).to.equal('two');
  });

  it('gives back when each file was last changed, where its upload recorded that', async () => {
    const path = `${await newContainer(live)}/dated`;
    const archivalGroup = `${live.preservation}/repository/${path}`;
    const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup, archivalGroupName: 'Dated' });
    const bucket = live.places.workspaceBucket;
    const times: Readonly<Record<string, string | undefined>> = { a: '1700000000.25', b: '-0.001', c: undefined };
    for (const [name, mtime] of Object.entries(times)) {
      const metadata = mtime === undefined ? {} : { mtime };
      await live.bytes.put({ bucket, key: `${deposit.prefix}objects/${name}` }, Buffer.from(name), { metadata });
    }
    await describeFiles(
      deposit,
      Object.keys(times).map((name) => `objects/${name}`),
    );
    await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    await live.settle();
    const { files } = await ended((await requestExport(live, path)).body.id);
    const exported = (files as string[]).filter((uri) => uri.includes('/objects/'));
    const heads = exported.map((uri) => live.bytes.head({ bucket, key: uri.slice(`s3://${bucket}/`.length) }));
    const metadata = (await Promise.all(heads)).map((head) => head?.metadata);
    expect(metadata).to.deep.equal([{ mtime: '1700000000.250' }, { mtime: '-0.001' }, {}]);
  });

  it('has finished with an error for a copy that is not what was recorded, and the other files', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const { body: group } = await ask('GET', `${uriOf(live, path)}/objects/a.txt`);
    const origin = String(group['origin']);
    const { bucket: from, key } = /^s3:\/\/(?<bucket>[^/]+)\/(?<key>.*)$/.exec(origin)!.groups!;
    await live.bytes.put({ bucket: from!, key: key! }, Buffer.from('damaged'));
    const body = await ended((await requestExport(live, path)).body.id);
    const destination = `${String(body['destination'])}/objects/a.txt`;
    expect((body['files'] as string[]).map((uri) => uri.slice(String(body['destination']).length + 1))).to.deep.equal([
      'mets.xml',
      'objects/b.txt',
    ]);
    const [error, ...others] = body['errors'] as { id: string; message: string }[];
    expect(others).to.deep.equal([]);
    expect(error?.id).to.equal(destination);
    expect(error?.message).to.equal(
      `Checksum of moved file [ source: ${origin} - ${sha256Of('a')}, dest: ${destination} - ${sha256Of('damaged')} ] does not match expected value`,
    );
    expect(body['dateFinished']).to.be.a('string');
  });

  it('never finishes and shows no error for a version that does not exist, and does not block the group', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const posted = await requestExport(live, path, { sourceVersion: 'v7' });
    expect(posted.status).to.equal(201);
    expect(await ended(posted.body.id)).to.deep.include({
      sourceVersion: 'v7',
      dateBegun: null,
      dateFinished: null,
      files: [],
      errors: null,
    });
    const next = await requestExport(live, path);
    expect(next.status).to.equal(201);
    expect((await ended(next.body.id))['errors']).to.deep.equal([]);
  });

  it('has finished with an error where there is no archival group', async () => {
    const path = `${await newContainer(live)}/none`;
    const posted = await requestExport(live, path);
    expect(posted.status).to.equal(201);
    const body = await ended(posted.body.id);
    expect(body['dateFinished']).to.be.a('string');
    expect(body['errors']).to.deep.equal([
      { id: `${posted.body.id}#error`, message: `There is no Archival Group at ${path}` },
    ]);
  });

  it('may go into the workspace of the active deposit of the group', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const deposit = await newDeposit(live, { archivalGroup: `${live.preservation}/repository/${path}` });
    const posted = await requestExport(live, path, {
      destination: `s3://${live.places.workspaceBucket}/${deposit.prefix}`,
    });
    expect(posted.status, posted.text).to.equal(201);
    expect((await ended(posted.body.id))['errors']).to.deep.equal([]);
  });

  it('answers 404 for an export that does not exist', async () => {
    expect((await ask('GET', `${live.storage}/export/abcdefghjkmn`)).status).to.equal(404);
  });
});
