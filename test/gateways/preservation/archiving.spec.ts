import { expect } from 'chai';
import { ask, fresh, keysIn, newDeposit, newGroup, upload, type OpenedDeposit, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';

const FILES = { 'objects/a.txt': 'one', 'objects/b c/ä #1.txt': 'two' };
const ORDER = 'id type depositId created createdBy lastModified lastModifiedBy dateBegun dateFinished errors status';

describe('archiving by request', () => {
  const live = liveServices();
  const archive = ({ uri }: OpenedDeposit, order: object = { olderThan: 'P0D' }): Promise<Reply> =>
    ask('POST', `${uri}/archive`, order);
  const jobOf = ({ id }: OpenedDeposit): Promise<Reply> => ask('GET', `${live.preservation}/depositArchiveJobs/${id}`);

  it('answers with the job, which ends with the deposit archived', async () => {
    const { deposit } = await newGroup(FILES);
    const before = (await ask('GET', deposit.uri)).body;
    const begun = await archive(deposit);
    expect(begun.status, begun.text).to.equal(202);
    expect(begun.headers.get('location')).to.equal(`${live.preservation}/depositArchiveJobs/${deposit.id}`);
    expect(begun.body).to.include({ type: 'ArchiveJobResult', depositId: deposit.id });
    await live.settle();
    const { body } = await jobOf(deposit);
    expect(Object.keys(body).join(' ')).to.equal(ORDER);
    expect(body).to.include({ id: begun.body.id, status: 'completed', errors: null });
    expect(body['dateFinished']).to.be.a('string');
    const { body: after } = await ask('GET', deposit.uri);
    expect(after).to.include({
      status: 'archived',
      active: false,
      lockedBy: null,
      lastModified: before['lastModified'],
      metsETag: before['metsETag'],
    });
    expect(after['archived']).to.be.a('string');
    expect(await keysIn(live, deposit)).to.deep.equal(['archived.txt', 'mets.xml']);
  });

  it('keeps the archival group as it was', async () => {
    const { deposit, path } = await newGroup(FILES);
    const group = (): Promise<Reply> => ask('GET', `${live.preservation}/repository/${path}`);
    const before = await group();
    await archive(deposit);
    await live.settle();
    expect((await group()).text).to.equal(before.text);
  });

  it('shows with dryRun what it would remove, and changes nothing', async () => {
    const { deposit, path } = await newGroup(FILES);
    const keys = await keysIn(live, deposit);
    const { status, body } = await archive(deposit, { DryRun: true, OlderThan: 'P0D' });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      type: 'ArchivePreview',
      deposit: deposit.uri,
      depositId: deposit.id,
      archivalGroup: `${live.preservation}/repository/${path}`,
      version: 'v1',
      archivable: true,
      files: 2,
      bytes: 6,
      unread: 0,
      reasons: [],
    });
    expect(await keysIn(live, deposit)).to.deep.equal(keys);
    expect((await jobOf(deposit)).status).to.equal(404);
    expect((await ask('GET', deposit.uri)).body['status']).to.equal('preserved');
  });

  it('shows with dryRun why it would not archive', async () => {
    const { deposit } = await newGroup(FILES);
    await upload(live, deposit, { 'objects/late.txt': 'late' });
    const { body } = await archive(deposit, { dryRun: true });
    expect(body).to.include({ archivable: false, files: 3 });
    const messages = (body['reasons'] as { message: string }[]).map(({ message }) => message);
    expect(messages[0]).to.match(/^Deposit \w+ cannot be archived: it was modified at .*, not before /);
    expect(messages[1]).to.equal('objects/late.txt: The file is not in v1.');
  });

  it('ends with errors where a file would be lost, and leaves everything', async () => {
    const { deposit } = await newGroup(FILES);
    await upload(live, deposit, { 'metadata/ad-hoc/note.txt': 'note' });
    const keys = await keysIn(live, deposit);
    await archive(deposit);
    await live.settle();
    expect((await jobOf(deposit)).body).to.deep.include({
      status: 'completedWithErrors',
      errors: [{ id: null, message: 'metadata/ad-hoc/note.txt: The file is not in v1.' }],
    });
    expect(await keysIn(live, deposit)).to.deep.equal(keys);
    expect((await ask('GET', deposit.uri)).body).to.include({ status: 'preserved', archived: null });
  });

  it('is refused for a deposit that is too young, by default six months', async () => {
    const { deposit } = await newGroup(FILES);
    const { status, body } = await archive(deposit, {});
    expect(status).to.equal(409);
    expect(body['detail']).to.match(/it was modified at/);
  });

  it('is refused for a new deposit, an unknown one, and what is no period', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    expect((await archive(deposit)).status).to.equal(409);
    expect((await ask('POST', `${live.preservation}/deposits/zzzzzzzzzzzz/archive`, {})).status).to.equal(404);
    const { status, body } = await archive(deposit, { olderThan: '6 months' });
    expect(status).to.equal(400);
    expect(body['detail']).to.equal("olderThan must be a period such as P6M, P1Y or P90D, not '6 months'.");
  });

  it('can be asked for again, but not once it is archived', async () => {
    const { deposit } = await newGroup(FILES);
    await archive(deposit);
    await live.settle();
    expect((await archive(deposit)).status).to.equal(409);
  });

  it('leaves a deposit that can be activated again, with status archived', async () => {
    const { deposit } = await newGroup(FILES);
    await archive(deposit);
    await live.settle();
    expect((await ask('PUT', `${deposit.uri}/activate`)).status).to.equal(204);
    expect((await ask('GET', deposit.uri)).body).to.include({ status: 'archived', active: true });
    expect((await archive(deposit)).status).to.equal(409);
  });

  it('is nothing that a PATCH can do', async () => {
    const { deposit } = await newGroup(FILES);
    const { status, body } = await ask('PATCH', deposit.uri, { archived: '2026-03-04T05:06:07Z', status: 'archived' });
    expect(status).to.equal(200);
    expect(body).to.include({ archived: null, status: 'preserved' });
  });

  it('lists the deposits that it would take, the oldest first', async () => {
    const [first, second] = [await newGroup(FILES, fresh('g')), await newGroup(FILES, fresh('g'))];
    const active = await newDeposit(live);
    const list = async (query: string): Promise<Reply> =>
      ask('GET', `${live.preservation}/depositArchiveCandidates?${query}`);
    const { body } = await list('olderThan=P0D&limit=1000');
    const ids = (body['deposits'] as { depositId: string }[]).map(({ depositId }) => depositId);
    expect(ids.indexOf(first.deposit.id)).to.be.within(0, ids.indexOf(second.deposit.id) - 1);
    expect(ids).to.not.include(active.id);
    expect((await list('OlderThan=P6M')).body['deposits']).to.deep.equal([]);
    expect((await list('olderThan=x')).status).to.equal(400);
    expect((await list('limit=0')).status).to.equal(400);
    await archive(first.deposit);
    await live.settle();
    const after = (await list('olderThan=P0D&limit=1000')).body['deposits'] as { depositId: string }[];
    expect(after.map(({ depositId }) => depositId))
      .to.include(second.deposit.id)
      .and.not.include(first.deposit.id);
  });
});

describe('the report of an archiver', () => {
  const live = liveServices();
  const report = (body: object): Promise<Reply> => ask('POST', `${live.preservation}/deposits/archive-job`, body);
  const jobOf = (id: string): Promise<Reply> => ask('GET', `${live.preservation}/DepositArchiveJobs/${id}`);

  it('is the last job of the deposit, whose status stays', async () => {
    const deposit = await newDeposit(live);
    const run = {
      Id: 'job1',
      DepositId: deposit.id,
      DepositUri: deposit.uri,
      StartTime: '2026-03-04T05:06:07.1234567+01:00',
      EndTime: '2026-03-04T04:07:08',
      DeletedCount: 3,
      Errors: null,
      BatchNumber: 2,
    };
    const { status, body } = await report(run);
    expect(status).to.equal(201);
    expect(body).to.include({
      id: 'job1',
      type: 'ArchiveJobResult',
      depositId: deposit.id,
      dateBegun: '2026-03-04T04:06:07.123Z',
      dateFinished: '2026-03-04T04:07:08Z',
      errors: null,
      status: 'completed',
    });
    expect((await jobOf(deposit.id)).body).to.deep.equal(body);
    expect((await ask('GET', deposit.uri)).body).to.include({ status: 'new', archived: null });
  });

  it('has errors as a sentence, or as a list', async () => {
    const { id: depositId } = await newDeposit(live);
    const errors = [{ id: null, message: 'no' }];
    expect((await report({ depositId, errors: 'no' })).body).to.deep.include({ status: 'completedWithErrors', errors });
    expect((await report({ depositId, errors: ['no'] })).body['errors']).to.deep.equal(errors);
    expect((await report({ depositId, errors: [{ id: null, message: 'no' }] })).body['errors']).to.deep.equal(errors);
    expect((await report({ depositId, errors: [] })).body).to.include({ status: 'completed', errors: null });
  });

  it('with errors keeps the deposit from the next batch, until one without', async () => {
    const { deposit } = await newGroup(FILES);
    const candidates = async (): Promise<string[]> => {
      const { body } = await ask('GET', `${live.preservation}/depositArchiveCandidates?olderThan=P0D&limit=1000`);
      return (body['deposits'] as { depositId: string }[]).map(({ depositId }) => depositId);
    };
    expect(await candidates()).to.include(deposit.id);
    await report({ depositId: deposit.id, errors: 'no' });
    expect(await candidates()).to.not.include(deposit.id);
    await report({ depositUri: deposit.uri, errors: null });
    expect(await candidates()).to.include(deposit.id);
  });

  it('has any text or number for its batch', async () => {
    const { id: depositId } = await newDeposit(live);
    for (const batchNumber of ['2026-03/b 1', 'h7vq2mzt4xwp', 0, -1, 1.5, null])
      expect((await report({ depositId, batchNumber })).status, String(batchNumber)).to.equal(201);
  });

  it('is refused where it names no deposit, or two, or has no times', async () => {
    const { id: depositId } = await newDeposit(live);
    const statuses = [
      {},
      { depositId, depositUri: `${live.preservation}/deposits/zzzzzzzzzzzz` },
      { depositUri: 'nonsense' },
      { depositId, startTime: 'yesterday' },
      { depositId, startTime: '2026-03-04T05:06:07Z', endTime: '2026-03-04T05:06:06Z' },
      { depositId, deletedCount: -1 },
      { depositId, batchNumber: ['one'] },
      { depositId: { id: depositId } },
    ].map(async (body) => (await report(body)).status);
    expect(await Promise.all(statuses)).to.deep.equal(statuses.map(() => 400));
    expect((await jobOf(depositId)).status).to.equal(404);
  });

  it('is refused for a deposit that is not there', async () => {
    expect((await report({ depositId: 'zzzzzzzzzzzz' })).status).to.equal(404);
    expect((await jobOf('zzzzzzzzzzzz')).status).to.equal(404);
  });
});
