import { expect } from 'chai';
import { ask, fresh, newContainer, newDeposit, newGroup, type Reply } from '../conversation.js';
import { sha256 } from '../import-client.js';
import { liveServices, type LiveServices } from '../live-services.js';

describe('exports of the storage service (storage service 2.1, 3, 4.1)', function () {
  this.timeout(60_000);
  let live: LiveServices;
  before(async () => {
    live = await liveServices();
  });

  const bucket = (): string => live.places.workspaceBucket;
  const uriOf = (path: string): string => `${live.storage}/repository/${path}`;
  const post = (path: string, request: object = {}): Promise<Reply> =>
    ask('POST', `${live.storage}/export`, {
      archivalGroup: uriOf(path),
      destination: `s3://${bucket()}/exports/${fresh('to')}/`,
      ...request,
    });
  const ended = async (id: string): Promise<Reply['body']> => {
    await live.settle();
    return (await ask('GET', id)).body;
  };
  const textAt = async (uri: string): Promise<string> => {
    const key = decodeURIComponent(uri.slice(`s3://${bucket()}/`.length));
    const { stream } = await live.bytes.get({ bucket: bucket(), key });
    return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
  };

  it('answers 201 with the export, queued: an id, no dates, no files, errors null', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const destination = `s3://${bucket()}/exports/${fresh('queued')}`;
    const created = '2026-01-01T00:00:00Z';
    const { status, headers, body } = await post(path, { destination: `${destination}/`, created });
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(body.id);
    expect(body.id).to.match(/\/export\/[a-z][a-z0-9]{11}$/);
    expect(Object.keys(body).join(' ')).to.equal(
      'id type files created createdBy lastModified lastModifiedBy archivalGroup destination dateBegun dateFinished ' +
        'sourceVersion errors',
    );
    expect(body).to.deep.include({
      type: 'Export',
      files: [],
      created,
      createdBy: null,
      archivalGroup: uriOf(path),
      destination,
      dateFinished: null,
      sourceVersion: 'v1',
      errors: null,
    });
  });

  it('is queued until a worker begins it: no dates, no files, errors null', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    try {
      const { body } = await post(path);
      const queued = { id: body.id, dateBegun: null, dateFinished: null, files: [], errors: null, sourceVersion: 'v1' };
      expect((await ask('GET', body.id)).body).to.deep.include(queued);
      const refused = await post(path);
      const unfinished = `There is an unfinished export (${body.id.slice(-12)}) for Archival Group ${path}`;
      expect([refused.status, refused.body['detail']]).to.deep.equal([409, unfinished]);
      const archivalGroup = `${live.preservation}/repository/${path}`;
      const deposit = await ask('POST', `${live.preservation}/deposits/export`, { archivalGroup });
      expect([deposit.status, deposit.body['detail']]).to.deep.equal([409, unfinished]);
      // Neither a deposit nor anything else is left of what was refused.
      expect((await ask('POST', `${live.preservation}/deposits`, { archivalGroup })).status).to.equal(201);
    } finally {
      live.exports.letGo();
    }
    await live.settle();
  });

  it('is running once a worker has begun it: a date of the beginning alone', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exportEnds.hold();
    try {
      const { id } = (await post(path)).body;
      let { body } = await ask('GET', id);
      while (body['dateBegun'] === null) ({ body } = await ask('GET', id));
      expect(body['dateBegun']).to.be.a('string');
      expect(body).to.deep.include({ dateFinished: null, errors: null, sourceVersion: 'v1' });
      expect((await post(path)).status).to.equal(409);
    } finally {
      live.exportEnds.letGo();
    }
    await live.settle();
  });

  it('waits its turn in a burst of exports, of which none is lost', async () => {
    const BURST = 12;
    const groups = await Promise.all(Array.from({ length: BURST }, () => newGroup({ 'objects/a.txt': 'a' })));
    live.exports.hold();
    let ids: readonly string[];
    try {
      const posted = await Promise.all(groups.map(({ path }) => post(path)));
      expect(posted.map(({ status }) => status)).to.deep.equal(groups.map(() => 201));
      ids = posted.map(({ body }) => body.id);
    } finally {
      live.exports.letGo();
    }
    await live.settle();
    for (const id of ids) {
      const { body } = await ask('GET', id);
      expect(body['dateFinished'], id).to.be.a('string');
      expect(body['files'], id).to.have.length(2);
      expect(body['errors'], id).to.deep.equal([]);
    }
  });

  it('has finished with dates, the verified files and no errors', async () => {
    const { path } = await newGroup({ 'objects/a b#.txt': 'one', 'objects/💌%.txt': 'two' });
    const body = await ended((await post(path)).body.id);
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

  it('has finished with an error for a copy that is not what was recorded, and the other files', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const { body: group } = await ask('GET', `${uriOf(path)}/objects/a.txt`);
    const origin = String(group['origin']);
    const { bucket: from, key } = /^s3:\/\/(?<bucket>[^/]+)\/(?<key>.*)$/.exec(origin)!.groups!;
    await live.bytes.put({ bucket: from!, key: key! }, Buffer.from('damaged'));
    const body = await ended((await post(path)).body.id);
    const destination = `${String(body['destination'])}/objects/a.txt`;
    expect((body['files'] as string[]).map((uri) => uri.slice(String(body['destination']).length + 1))).to.deep.equal([
      'mets.xml',
      'objects/b.txt',
    ]);
    const [error, ...others] = body['errors'] as { id: string; message: string }[];
    expect(others).to.deep.equal([]);
    expect(error?.id).to.equal(destination);
    expect(error?.message).to.equal(
      `Checksum of moved file [ source: ${origin} - ${sha256('a')}, dest: ${destination} - ${sha256('damaged')} ] does not match expected value`,
    );
    expect(body['dateFinished']).to.be.a('string');
  });

  it('never finishes and shows no error for a version that does not exist, and does not block the group', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const posted = await post(path, { sourceVersion: 'v7' });
    expect(posted.status).to.equal(201);
    expect(await ended(posted.body.id)).to.deep.include({
      sourceVersion: 'v7',
      dateBegun: null,
      dateFinished: null,
      files: [],
      errors: null,
    });
    const next = await post(path);
    expect(next.status).to.equal(201);
    expect((await ended(next.body.id))['errors']).to.deep.equal([]);
  });

  it('has finished with an error where there is no archival group', async () => {
    const path = `${await newContainer(live)}/none`;
    const posted = await post(path);
    expect(posted.status).to.equal(201);
    const body = await ended(posted.body.id);
    expect(body['dateFinished']).to.be.a('string');
    expect(body['errors']).to.deep.equal([
      { id: `${posted.body.id}#error`, message: `There is no Archival Group at ${path}` },
    ]);
  });

  it('answers 409 while an export of the group is unfinished', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(path)));
    const made = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status === 409);
    expect(made.length + refused.length).to.equal(8);
    expect(made).not.to.have.length(0);
    for (const { body } of refused)
      expect(body['detail']).to.match(
        new RegExp(`^There is an unfinished export \\([a-z0-9]{12}\\) for Archival Group ${path}$`),
      );
    await live.settle();
  });

  it('may go into the workspace of the active deposit of the group', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const deposit = await newDeposit(live, { archivalGroup: `${live.preservation}/repository/${path}` });
    const posted = await post(path, { destination: `s3://${bucket()}/${deposit.prefix}` });
    expect(posted.status, posted.text).to.equal(201);
    expect((await ended(posted.body.id))['errors']).to.deep.equal([]);
  });

  it('answers 404 for an export that does not exist', async () => {
    expect((await ask('GET', `${live.storage}/export/abcdefghjkmn`)).status).to.equal(404);
  });

  describe('are refused with 400', () => {
    const elsewhere: readonly [string, () => string | Promise<string>, RegExp][] = [
      ['into another bucket', () => 's3://other/exports/x', /not among the destinations that are allowed/],
      ['into the repository', () => `s3://${live.places.repository.bucket}/exports/x`, /not among the destinations/],
      ['beside the allowed prefix', () => `s3://${bucket()}/exportsx/y`, /not among the destinations/],
      [
        'with a segment ..',
        () => `s3://${bucket()}/exports/../deposits/x`,
        /a segment of the prefix is '\.' or '\.\.'/,
      ],
      ['with an escaped segment ..', () => `s3://${bucket()}/exports/%2e%2e/x`, /a segment of the prefix is '\.' or/],
      ['with an empty segment', () => `s3://${bucket()}/exports//x`, /a segment of the prefix is empty/],
      ['into no deposit', () => `s3://${bucket()}/deposits/none/`, /it is not the workspace of a deposit/],
      [
        'into the deposit of another group',
        async () => `s3://${bucket()}/${(await newDeposit(live)).prefix}`,
        /is not the active deposit of /,
      ],
      ['without an S3 location', () => 'https://example.org/x', /destination is an S3 location/],
      ['with too long a prefix', () => `s3://${bucket()}/exports/${'x'.repeat(1_100)}`, /at most 1024 bytes/],
    ];
    for (const [where, destination, detail] of elsewhere)
      it(where, async () => {
        const { path } = await newGroup({ 'objects/a.txt': 'a' });
        const reply = await post(path, { destination: await destination() });
        expect(reply.status, reply.text).to.equal(400);
        expect(String(reply.body['detail'])).to.match(detail);
      });
    it('without an archival group', async () => {
      const reply = await ask('POST', `${live.storage}/export`, { destination: `s3://${bucket()}/exports/x` });
      expect(reply.status).to.equal(400);
      expect(reply.body['detail']).to.equal('archivalGroup names the Archival Group to export.');
    });
  });

  describe('POST /exportMetsOnly', () => {
    const metsOnly = (path: string, request: object = {}): Promise<Reply> =>
      ask('POST', `${live.storage}/exportMetsOnly`, {
        archivalGroup: uriOf(path),
        destination: `s3://${bucket()}/exports/${fresh('mets')}`,
        ...request,
      });

    it('answers 200 with the finished export of the METS files, without an id', async () => {
      const { path } = await newGroup({ 'objects/a.xml': 'a', 'objects/METS-old.XML': 'b', 'objects/mets.txt': 'c' });
      const { status, body } = await metsOnly(path);
      expect(status).to.equal(200);
      expect(body).not.to.have.property('id');
      const to = `${String(body['destination'])}/`;
      expect((body['files'] as string[]).map((uri) => uri.slice(to.length))).to.deep.equal([
        'mets.xml',
        'objects/METS-old.XML',
      ]);
      expect(body).to.deep.include({ sourceVersion: 'v1', errors: [] });
      expect(body['dateFinished']).to.be.a('string');
    });

    const refusals: readonly [string, object, string][] = [
      ['without an archival group', { archivalGroup: undefined }, 'archivalGroup names the Archival Group to export.'],
      ['without a destination', { destination: undefined }, 'destination'],
      ['into a place that is not allowed', { destination: 's3://other/x' }, 'not among the destinations'],
      ['of what is no version', { sourceVersion: 'newest' }, "'newest' is neither an OCFL version"],
    ];
    for (const [what, request, detail] of refusals)
      it(`answers 400 ${what}, as POST /export does`, async () => {
        const { path } = await newGroup({ 'objects/a.txt': 'a' });
        for (const reply of [await metsOnly(path, request), await post(path, request)]) {
          expect(reply.status, reply.text).to.equal(400);
          expect(reply.body['detail']).to.include(detail);
        }
      });

    it('is no obstacle for an export, and an export none for it', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      expect((await post(path)).status).to.equal(201);
      expect((await metsOnly(path)).status).to.equal(200);
      await live.settle();
    });

    it('answers 409 at once for a version that the storage map does not resolve to', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      const { status, body } = await metsOnly(path, { sourceVersion: 'v3' });
      expect(status).to.equal(409);
      expect(body['detail']).to.equal('Storage map version v1 does not match requested version v3.');
    });

    it('answers 404 where there is no archival group', async () => {
      expect((await metsOnly(`${await newContainer(live)}/none`)).status).to.equal(404);
    });
  });
});
