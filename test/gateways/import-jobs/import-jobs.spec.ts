import { expect } from 'chai';
import { readWhole } from '../../../formats/read-whole.js';
import {
  ask,
  deleteItems,
  describeFiles,
  ended,
  names,
  newContainer,
  newDeposit,
  newGroup,
  upload,
  type OpenedDeposit,
  type Reply,
} from '../conversation.js';
import { liveServices } from '../live-services.js';

describe('import jobs', () => {
  const live = liveServices();

  /** A deposit for a group that is not there yet, its files uploaded and described. */
  const prepared = async (files: Record<string, string>): Promise<{ deposit: OpenedDeposit; group: string }> => {
    const group = `${live.preservation}/repository/${await newContainer(live)}/group`;
    const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup: group, archivalGroupName: 'G' });
    await upload(live, deposit, files);
    await describeFiles(deposit, Object.keys(files));
    return { deposit, group };
  };
  const submit = (deposit: OpenedDeposit, job: object): Promise<Reply> => ask('POST', `${deposit.uri}/importjobs`, job);

  it('are generated as the difference between deposit and group, and change nothing', async () => {
    const { deposit, group } = await prepared({ 'objects/a (1).txt': 'a', 'objects/b#.txt': 'b' });
    const { status, body } = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect(status).to.equal(200);
    expect(Object.keys(body).join(' ')).to.equal(
      'id type originalId created createdBy lastModified lastModifiedBy deposit archivalGroup archivalGroupName isUpdate ' +
        'source sourceVersion containersToAdd binariesToAdd containersToDelete binariesToDelete binariesToPatch ' +
        'containersToRename binariesToRename',
    );
    expect(body).to.include({ type: 'ImportJob', isUpdate: false, sourceVersion: null, archivalGroup: group });
    expect(body.originalId).to.equal(`${deposit.uri}/importjobs/diff`.toLowerCase());
    expect(body.id).to.match(/\/importjobs\/transient\/\d{18}$/);
    expect(names(body.binariesToAdd)).to.deep.equal(['mets.xml', 'a (1).txt', 'b#.txt']);
    expect(body.binariesToAdd[1]).to.deep.include({
      id: `${group}/objects/a%20(1).txt`,
      origin: `s3://${live.places.workspaceBucket}/${deposit.prefix}objects/a%20(1).txt`,
      size: 1,
      contentType: 'text/plain',
    });
    expect(body.binariesToAdd[2]!.id).to.equal(`${group}/objects/b-_-percent-23-_-.txt`);
    expect((await ask('GET', `${deposit.uri}/importjobs/results`)).body).to.deep.equal([]);
  });

  it('run from a reference to the diff, in any casing, whatever its host', async () => {
    const { deposit } = await prepared({ 'objects/a.txt': 'a' });
    const { status, headers, body } = await submit(deposit, { ID: `http://x/DEPOSITS/${deposit.id}/ImportJobs/Diff` });
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(body.id);
    expect(body).to.include({ status: 'waiting', newVersion: null, errors: null, deposit: deposit.uri });
    expect(body['originalImportJob']).to.equal(`${deposit.uri}/importjobs/diff`);
    const done = await ended(live, body.id);
    expect(done).to.include({ status: 'completed', newVersion: 'v1', sourceVersion: null });
    expect(names(done.binariesAdded)).to.deep.equal(['mets.xml', 'a.txt']);
    expect((await ask('GET', `${deposit.uri}/importjobs/results`)).body).to.deep.equal([done]);
    const after = await ask('GET', deposit.uri);
    expect(after.body).to.include({
      status: 'preserved',
      active: false,
      versionPreserved: 'v1',
      archivalGroupExists: true,
    });
  });

  it('make a version that says what its deposit does, or else the id of the job', async () => {
    const messageOf = async (group: string): Promise<string> => {
      const { body } = await ask('GET', group);
      const [, bucket = '', root = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(String(body['origin'])) ?? [];
      const { bytes } = await readWhole(live.bytes, { bucket, key: `${root}/inventory.json` });
      return (JSON.parse(bytes.toString()) as { versions: { v1: { message: string } } }).versions.v1.message;
    };
    for (const posts of ['a reference', 'the whole job']) {
      const { deposit, group } = await prepared({ 'objects/a.txt': 'a' });
      await ask('PATCH', deposit.uri, { submissionText: 'Second box' });
      const diff = (await ask('GET', `${deposit.uri}/importjobs/diff`)).body;
      const job = posts === 'a reference' ? { id: `${deposit.uri}/importjobs/diff` } : diff;
      await ended(live, (await submit(deposit, job)).body.id);
      expect(await messageOf(group), posts).to.equal('Second box');
    }
    const { deposit, group } = await prepared({ 'objects/a.txt': 'a' });
    await ended(live, (await submit(deposit, { id: `${deposit.uri}/importjobs/diff` })).body.id);
    expect(await messageOf(group)).to.match(/^[a-z2-9]{12}$/);
  });

  it('run as generated and posted back whole, and answer a repeat under the same key with the same job', async () => {
    const { deposit } = await prepared({ 'objects/a.txt': 'a' });
    const job = (await ask('GET', `${deposit.uri}/importjobs/diff`)).body;
    const key = { 'idempotency-key': deposit.id };
    const first = await ask('POST', `${deposit.uri}/importjobs`, job, key);
    expect(first.body).to.include({ importJob: job.id, originalImportJob: job.originalId });
    expect((await ended(live, first.body.id))['status']).to.equal('completed');
    const again = await ask('POST', `${deposit.uri}/importjobs`, job, key);
    expect([again.status, again.body.id]).to.deep.equal([201, first.body.id]);
  });

  /** A hand-written job of so many binaries, all of one origin, in a body above a mebibyte. */
  const large = async (
    count: number,
  ): Promise<{ deposit: OpenedDeposit; group: string; job: Record<string, unknown> }> => {
    const group = `http://storage/repository/${await newContainer(live)}/group`;
    const deposit = await newDeposit(live, { archivalGroup: group });
    await upload(live, deposit, { 'any/place.bin': 'bytes' });
    const job = {
      deposit: deposit.uri,
      archivalGroup: group,
      archivalGroupName: 'By hand',
      more: 'x'.repeat(1024 ** 2), // ignored, as all that nobody described
      containersToAdd: [{ id: `${group}/objects` }],
      binariesToAdd: Array.from({ length: count }, (_, index) => ({
        id: `${group}/objects/${index}.bin`,
        origin: `s3://${live.places.workspaceBucket}/${deposit.prefix}any/place.bin`,
        digest: '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
      })),
    };
    return { deposit, group, job };
  };

  it('run from a body that is large, and refuse one with a fault at its very end before anything is written', async () => {
    const { deposit, group, job } = await large(1_001);
    const fault = { id: `${group}/objects/last.bin#x` };
    const refused = await submit(deposit, { ...job, binariesToDelete: [fault] });
    expect(refused.status).to.equal(400);
    expect(refused.body['detail']).to.equal(`Binary ID contains a fragment identifier (#): ${fault.id}`);
    const { body } = await submit(deposit, job);
    const done = await ended(live, body.id);
    expect(done).to.include({ status: 'completed', newVersion: 'v1' });
    expect(done.binariesAdded.map(({ id }) => id.split('/').at(-1))).to.deep.equal(
      Array.from({ length: 1_001 }, (_, index) => `${index}.bin`),
    );
    expect((await ask('GET', `${deposit.uri}/importjobs/results`)).body).to.have.length(1);
  });

  it('run as written by hand, with as little as clients may send', async () => {
    const path = await newContainer(live);
    const group = `http://storage/repository/${path}/group`;
    const deposit = await newDeposit(live, { archivalGroup: group });
    await upload(live, deposit, { 'any/place.bin': 'bytes' });
    const { body } = await submit(deposit, {
      Deposit: deposit.uri,
      ArchivalGroup: group,
      ArchivalGroupName: 'By hand',
      CreatedBy: 'http://x/agents/an%20archivist',
      ContainersToAdd: [{ Id: `${group}/objects`, Name: 'Objects!' }],
      BinariesToAdd: [
        {
          id: `${group}/objects/p.bin`,
          name: 'Place #1',
          origin: `s3://${live.places.workspaceBucket}/${deposit.prefix}any/place.bin`,
          digest: '277089D91C0BDF4F2E6862BA7E4A07605119431F5D13F726DD352B06F1B206A9',
        },
      ],
      BinariesToPatch: null,
    });
    const done = await ended(live, body.id);
    expect(done['errors']).to.equal(null);
    const { body: binary } = await ask('GET', `${live.preservation}/repository/${path}/group/objects/p.bin`);
    expect(binary).to.include({ name: 'Place #1', contentType: 'application/octet-stream', size: 5 });
    expect(binary['createdBy']).to.equal(`${live.preservation}/agents/an%20archivist`);
    const caller = `${live.preservation}/agents/dev`;
    expect([done['createdBy'], (await ask('GET', deposit.uri)).body['preservedBy']]).to.deep.equal([caller, caller]);
    const content = await fetch(binary.content);
    expect([await content.text(), content.headers.get('content-type')]).to.deep.equal([
      'bytes',
      'application/octet-stream',
    ]);
  });

  it('do not suppress an event of more than a patched METS, which is said once the diff is made', async () => {
    const reference = (id: string) => ({ id: `/deposits/${id}/importjobs/diff` });
    const { deposit } = await prepared({ 'objects/a.txt': 'a' });
    const asked = { ...reference(deposit.id), suppressActivityStreamEvent: true };
    const { status, body } = await submit(deposit, asked);
    expect([status, body['detail']]).to.deep.equal([
      400,
      'suppressActivityStreamEvent is only for a job that patches a METS file and does nothing else.',
    ]);
    expect((await ask('GET', `${deposit.uri}/importjobs/results`)).body).to.deep.equal([]);
    expect((await submit(deposit, { ...asked, suppressActivityStreamEvent: false })).status).to.equal(201);
    const without = await newDeposit(live);
    const early = await submit(without, { ...reference(without.id), suppressActivityStreamEvent: true });
    expect(early.body['detail']).to.equal('Deposit requires Archival Group');
  });

  it('show what an update changes, with everything that is known of what goes', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const group = `${live.preservation}/repository/${path}`;
    const origin = String((await ask('GET', group)).body['origin']);
    const deposit = await newDeposit(live, { archivalGroup: group });
    const { body } = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect(body).to.include({ isUpdate: true, archivalGroupName: 'A group' });
    expect(body.sourceVersion.ocflVersion).to.equal('v1');
    await deleteItems(deposit, [{ path: 'objects/b.txt', isDir: false }]);
    const changed = (await ask('GET', `${deposit.uri}/importjobs/diff`)).body;
    expect(names(changed.binariesToPatch)).to.deep.equal(['mets.xml']);
    const { partOf, ...whatGoes } = (await ask('GET', `${group}/objects/b.txt`)).body;
    expect([partOf, whatGoes['origin']]).to.deep.equal([group, `${origin}/v1/content/objects/b.txt`]);
    expect(changed.binariesToDelete).to.deep.equal([{ ...whatGoes, content: null }]);
    const { body: submitted } = await submit(deposit, { id: `/deposits/${deposit.id}/importjobs/diff` });
    const done = await ended(live, submitted.id);
    expect(done).to.include({ sourceVersion: 'v1', newVersion: 'v2' });
    const { body: whole } = await ask('GET', group);
    expect(whole['versions']).to.have.length(2);
    const old = await ask('GET', `${live.storage}/ocfl/storagemap/${path}?version=v1`);
    expect(old.body['files']).to.have.property('objects/b.txt');
  });

  it('end with an error that names what is wrong, and leave the deposit in error', async () => {
    const path = await newContainer(live);
    const group = `${live.preservation}/repository/${path}/group`;
    const deposit = await newDeposit(live, { archivalGroup: group });
    const job = { deposit: deposit.uri, archivalGroup: group, archivalGroupName: 'G', isUpdate: true };
    const { body } = await submit(deposit, job);
    const done = await ended(live, body.id);
    expect(done['status']).to.equal('completedWithErrors');
    expect(done['errors']).to.deep.equal([{ id: null, message: 'Archival Group was null for update' }]);
    expect((await ask('GET', deposit.uri)).body).to.include({ status: 'error', active: false, preserved: null });
    expect((await ask('PUT', `${deposit.uri}/activate`)).status).to.equal(204);
    expect((await ask('PUT', `${deposit.uri}/deactivate`)).status).to.equal(204);
  });

  it('fail by a binary without an id, once they run', async () => {
    const { deposit, group } = await prepared({ 'objects/a.txt': 'a' });
    const origin = `s3://${live.places.workspaceBucket}/${deposit.prefix}objects/a.txt`;
    const job = { deposit: deposit.uri, archivalGroup: group, archivalGroupName: 'G' };
    const { status, body } = await submit(deposit, { ...job, binariesToAdd: [{ id: null, origin }] });
    expect(status).to.equal(201);
    const done = await ended(live, body.id);
    expect(done['errors']).to.deep.equal([{ id: null, message: 'Binary ID is null' }]);
  });

  it('need a deposit with an archival group', async () => {
    const deposit = await newDeposit(live);
    for (const answer of [await ask('GET', `${deposit.uri}/importjobs/diff`), await submit(deposit, {})]) {
      expect([answer.status, answer.body['detail']]).to.deep.equal([400, 'Deposit requires Archival Group']);
    }
  });

  it('are one to a deposit, until one fails', async () => {
    const { deposit } = await newGroup({ 'objects/a.txt': 'a' });
    for (const answer of [await ask('GET', `${deposit.uri}/importjobs/diff`), await submit(deposit, {})]) {
      expect([answer.status, answer.body['detail']]).to.deep.equal([
        409,
        'There are existing import jobs for this deposit',
      ]);
    }
  });

  it('keep their results when their deposit is deleted', async () => {
    const { deposit, result } = await newGroup({ 'objects/a.txt': 'a' });
    const { body: before } = await ask('GET', result);
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    const results = `${deposit.uri}/importjobs/results`;
    expect((await ask('GET', deposit.uri)).status).to.equal(404);
    expect((await ask('GET', result)).body).to.deep.equal(before);
    expect((await ask('GET', results)).body).to.deep.equal([before]);
    expect((await ask('GET', `${results}/unknown`)).status).to.equal(404);
  });
});
