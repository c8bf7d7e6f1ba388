import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { ask, ended, names, newDeposit, newGroup, upload, type ShownResource } from '../conversation.js';
import { importClient, type ImportClient } from '../import-client.js';
import { liveServices } from '../live-services.js';
import { sha256Of } from '../../support/sha256.js';

describe('import jobs at the storage service', () => {
  const live = liveServices();
  let client: ImportClient;
  before(() => {
    client = importClient(live);
  });

  it('are accepted before they run, with a result of their own', async () => {
    const path = await client.newPath();
    const { status, headers, body } = await client.post(
      client.jobFor(path, { id: 'urn:job:7', originalId: `${live.preservation}/deposits/d1/importjobs/diff` }),
    );
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(body.id);
    expect(body.id).to.match(new RegExp(`^${live.storage}/import/results/[a-z2-9]{12}/${path}$`));
    const by = `${live.storage}/agents/an%20archivist`;
    expect(body).to.deep.equal({
      id: body.id,
      type: 'ImportJobResult',
      importJob: 'urn:job:7',
      originalImportJob: `${live.preservation}/deposits/d1/importjobs/diff`,
      created: body['created'],
      createdBy: by,
      lastModified: body['created'],
      lastModifiedBy: by,
      archivalGroup: client.groupAt(path),
      status: 'waiting',
      dateBegun: null,
      dateFinished: null,
      sourceVersion: null,
      newVersion: null,
      errors: null,
      containersAdded: [],
      binariesAdded: [],
      containersDeleted: [],
      binariesDeleted: [],
      binariesPatched: [],
      binariesRenamed: [],
      containersRenamed: [],
    });
    expect(await ended(live, body.id)).to.include({ status: 'completed', newVersion: 'v1', sourceVersion: null });
  });

  it('bring bytes from anywhere, under ids on either host or as paths', async () => {
    const path = await client.newPath();
    const [one, two, three] = await Promise.all(['one', 'two', 'three'].map((each) => client.putAnywhere(each)));
    const first = await client.done(
      client.jobFor(path, {
        createdBy: 'http://x/agents/maker',
        containersToAdd: [{ id: `${live.preservation}/repository/${path}/objects`, name: 'Objects' }],
        binariesToAdd: [
          { id: `${client.groupAt(path)}/one.txt`, origin: one, digest: sha256Of('one').toUpperCase() },
          { id: `/repository/${path}/two.txt`, origin: two, name: 'Two #2', contentType: 'text/plain' },
          { id: `${path}/objects/three.txt`, origin: three, size: 5 },
        ],
      }),
    );
    expect(first).to.include({ status: 'completed', errors: null });
    const known = first.binariesAdded.map(({ digest, size, contentType }) => [digest, size, contentType]);
    expect(known, 'what the job left open').to.deep.equal([
      [sha256Of('one'), 3, 'application/octet-stream'],
      [sha256Of('two'), 3, 'text/plain'],
      [sha256Of('three'), 5, 'application/octet-stream'],
    ]);
    const { body: made } = await ask('GET', client.groupAt(path));
    expect(names(made.binaries)).to.deep.equal(['one.txt', 'Two #2']);
    expect(made.binaries[0]).to.deep.include({ digest: sha256Of('one'), createdBy: `${live.storage}/agents/maker` });
    const copied = await client.newPath();
    const origin = String(made.binaries[1]!['origin']);
    await client.done(client.jobFor(copied, { binariesToAdd: [{ id: `${copied}/two.txt`, origin }] }));
    expect(await (await fetch(`${live.storage}/content/${copied}/two.txt`)).text()).to.equal('two');
    const by = `${live.storage}/agents/an%20archivist`;
    expect((await ask('GET', `${client.groupAt(copied)}/two.txt`)).body).to.include({ createdBy: by });
  });

  it('tell of everything they changed, once it is', async () => {
    const path = await client.newPath();
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((each) => client.putAnywhere(each)));
    const id = (within: string): string => `${client.groupAt(path)}/${within}`;
    await client.done(
      client.jobFor(path, {
        containersToAdd: [{ id: id('old') }, { id: id('kept') }],
        binariesToAdd: [
          { id: id('gone'), origin: a },
          { id: id('same'), origin: a },
          { id: id('changed'), origin: b },
        ],
      }),
    );
    const second = await client.done(
      client.jobFor(path, {
        isUpdate: true,
        archivalGroupName: 'A better name',
        containersToAdd: [{ id: id('new') }],
        binariesToAdd: [{ id: id('new/c'), origin: c }],
        containersToDelete: [{ id: id('old') }],
        binariesToDelete: [{ id: id('gone') }],
        binariesToPatch: [{ id: id('changed'), origin: c }],
        containersToRename: [{ id: id('kept'), name: 'Kept!' }],
        binariesToRename: [{ id: id('same'), name: 'Same!' }],
      }),
    );
    expect(second).to.include({ status: 'completed', sourceVersion: 'v1', newVersion: 'v2' });
    const lists = ['containersAdded', 'binariesAdded', 'containersDeleted', 'binariesDeleted'];
    const more = ['binariesPatched', 'binariesRenamed', 'containersRenamed'];
    const ids = [...lists, ...more].map((list) => (second[list] as ShownResource[]).map((each) => each.id));
    expect(ids.flat()).to.deep.equal(['new', 'new/c', 'old', 'gone', 'changed', 'same', 'kept'].map(id));
    expect((await ask('GET', client.groupAt(path))).body.name).to.equal('A better name');
  });

  it('may run for a group that a deposit is at work on', async () => {
    const path = await client.newPath();
    const archivalGroup = `${live.preservation}/repository/${path}`;
    const deposit = await newDeposit(live, { archivalGroup });
    await client.done(client.jobFor(path));
    expect((await ask('GET', deposit.uri)).body).to.include({ status: 'new', active: true, archivalGroupExists: true });
    const job = { deposit: deposit.uri, archivalGroup, isUpdate: true };
    const { body } = await ask('POST', `${deposit.uri}/importjobs`, job);
    expect(await ended(live, body.id)).to.include({ status: 'completed', newVersion: 'v2' });
  });

  it('are one and the same when they are repeated under a key', async () => {
    const path = await client.newPath();
    const key = { 'idempotency-key': path };
    const first = await client.post(client.jobFor(path), key);
    await ended(live, first.body.id);
    const again = await client.post(client.jobFor(path), key);
    expect([again.status, again.body]).to.deep.equal([201, first.body]);
    expect((await client.post(client.jobFor(path, { id: 'another' }), key)).status).to.equal(400);
    expect((await ask('GET', client.groupAt(path))).body['versions']).to.have.length(1);
  });

  describe('show their results', () => {
    it('under the path of their own group alone', async () => {
      const [path, other] = [await client.newPath(), await client.newPath()];
      const { id } = await client.done(client.jobFor(path));
      const job = id.split('/').at(-3)!;
      expect((await ask('GET', `${live.storage}/Import/Results/${job}/${path}`)).status).to.equal(200);
      for (const wrong of [`${job}/${other}`, `${job}/${path}/more`, `unknown/${path}`]) {
        const { status, body } = await ask('GET', `${live.storage}/import/results/${wrong}`);
        expect([status, body['detail']]).to.deep.equal([
          404,
          `Archival Group ${wrong.slice(wrong.indexOf('/') + 1)} has no import job ${wrong.split('/')[0]}`,
        ]);
      }
    });

    it('also where they came through the preservation service, which alone knows of the deposit', async () => {
      const { path, result } = await newGroup({ 'objects/a.txt': 'a' });
      const { body: there } = await ask('GET', result);
      const [version] = (await readLedger(live.dependencies.events, path)).versions;
      const id = `${live.storage}/import/results/${version!.jobId}/${path}`;
      const { status, body: here } = await ask('GET', id);
      expect(status).to.equal(200);
      const moved = JSON.parse(
        JSON.stringify(there).replaceAll(`${live.preservation}/repository`, `${live.storage}/repository`),
      ) as ShownResource;
      const { deposit, ...rest } = moved;
      expect(deposit).to.be.a('string');
      const by = `${live.storage}/agents/dev`;
      expect(here).to.deep.equal({ ...rest, id, createdBy: by, lastModifiedBy: by });
      expect(here['importJob']).to.match(new RegExp(`^${live.preservation}/deposits/`));
    });
  });

  it('leave the uploads of deposits alone', async () => {
    const path = await client.newPath();
    const deposit = await newDeposit(live);
    await upload(live, deposit, { 'a.txt': 'a' });
    const origin = `s3://${live.places.workspaceBucket}/${deposit.prefix}a.txt`;
    await client.done(client.jobFor(path, { deposit: deposit.uri, binariesToAdd: [{ id: `${path}/a`, origin }] }));
    expect((await ask('GET', deposit.uri)).body).to.include({ status: 'new', active: true });
    expect((await ask('GET', `${deposit.uri}/importjobs/results`)).body).to.deep.equal([]);
  });
});
