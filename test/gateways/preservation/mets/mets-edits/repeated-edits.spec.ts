import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { stub } from 'sinon';
import type { Dependencies } from '../../../../../commands/core/dependencies.js';
import type { Intent } from '../../../../../commands/core/intent.js';
import { depositStream } from '../../../../../commands/deposit/deposit-stream.js';
import { addToMets } from '../../../../../commands/mets-edits/add-to-mets.js';
import { deleteFromMets } from '../../../../../commands/mets-edits/delete-from-mets.js';
import { ByteStoreFault } from '../../../../../formats/bytes.js';
import { intentOf } from '../../../../support/command-bench.js';
import { failureOf } from '../../../../support/failure-of.js';
import { valueOf } from '../../../../support/value-of.js';
import { ask, etagOf, keysIn, newDeposit, upload, type OpenedDeposit, type Reply } from '../../../conversation.js';
import { liveServices } from '../../../live-services.js';

const file = { path: 'objects/a.txt', isDir: false };
const whole = { deleteFromMets: true, deleteFromDepositFiles: true, items: [file] };
const onlyFiles = { ...whole, deleteFromMets: false };
const selection = { ...whole, deleteFromRoot: false, continueIfFail: [] };

describe('a METS edit that is sent again with its Idempotency-Key', () => {
  const live = liveServices();

  const prepared = async (): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    await upload(live, deposit, { 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    return deposit;
  };
  const described = async (): Promise<OpenedDeposit> => {
    const deposit = await prepared();
    await ask('POST', `${deposit.uri}/mets`, ['objects/a.txt'], { 'if-match': await etagOf(deposit) });
    return deposit;
  };

  /** A request that may be sent any number of times, with the ETag and the key of the first time. */
  const edit = async (
    deposit: OpenedDeposit,
    path: string,
    body: unknown,
  ): Promise<(other?: unknown) => Promise<Reply>> => {
    const headers = { 'if-match': await etagOf(deposit), 'idempotency-key': randomUUID() };
    return (other = body) => ask('POST', `${deposit.uri}/${path}`, other, headers);
  };
  const adding = (deposit: OpenedDeposit) => edit(deposit, 'mets', ['objects/a.txt']);
  const deleting = (deposit: OpenedDeposit, selection: object = whole) => edit(deposit, 'mets/delete', selection);

  const revisions = async ({ id }: OpenedDeposit): Promise<number> => {
    let count = 0;
    for await (const { type } of live.dependencies.events.read(depositStream(id)))
      if (type === 'MetsRevised') count += 1;
    return count;
  };

  /** The platform of a gateway that ends before its edit is recorded, or before it has deleted any file. */
  const ending = (when: 'before the record' | 'before the files'): Dependencies => {
    const { events, removal } = live.dependencies;
    const end = (): Promise<never> => Promise.reject(new Error('the process ends'));
    return when === 'before the record'
      ? { ...live.dependencies, events: { ...events, append: end, read: events.read.bind(events) } }
      : { ...live.dependencies, removal: { ...removal, workspaces: { ...removal.workspaces, delete: end } } };
  };
  const repeatable = (): Intent => ({ ...intentOf('dev'), requestSha256: 'the same body' });

  it('is answered as the first time, and leaves the METS alone', async () => {
    const deposit = await prepared();
    const send = await adding(deposit);
    const first = await send();
    const etag = await etagOf(deposit);
    const second = await send();
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(second.body).to.deep.equal(first.body);
    expect(await etagOf(deposit)).to.equal(etag);
    expect(await revisions(deposit)).to.equal(1);
  });

  it('keeps what others have edited since', async () => {
    const deposit = await prepared();
    const send = await adding(deposit);
    await send();
    const undo = await deleting(deposit);
    expect((await undo()).status).to.equal(200);
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    const etag = await etagOf(deposit);
    expect((await send()).status).to.equal(200);
    expect(await etagOf(deposit)).to.equal(etag);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.not.contain('objects/a.txt');
  });

  it('is known by its METS where the first one ended before it was recorded', async () => {
    const deposit = await prepared();
    const intent = repeatable();
    const request = {
      depositId: deposit.id,
      ifMatch: await etagOf(deposit),
      paths: ['objects/a.txt'],
      computing: null,
    };
    await failureOf(addToMets(ending('before the record'), intent, request));
    const etag = await etagOf(deposit);
    const { items } = valueOf(await addToMets(live.dependencies, intent, request));
    expect(items.map(({ path }) => path)).to.deep.equal(['objects', 'objects/a.txt']);
    expect(await etagOf(deposit)).to.equal(etag);
    expect(await revisions(deposit)).to.equal(1);
  });

  it('is refused with another body, and of another key it takes the ETag', async () => {
    const deposit = await prepared();
    const send = await adding(deposit);
    await send();
    const other = await send(['objects/b.txt']);
    expect([other.status, other.body['detail']]).to.deep.equal([
      400,
      'The idempotency key was used before, for another request.',
    ]);
    const stale = { 'if-match': '"0"', 'idempotency-key': randomUUID() };
    expect((await ask('POST', `${deposit.uri}/mets`, ['objects/a.txt'], stale)).status).to.equal(409);
  });

  for (const when of ['before the record', 'before the files'] as const)
    it(`deletes what the first one left that ended ${when}`, async () => {
      const deposit = await described();
      const intent = repeatable();
      const request = { depositId: deposit.id, ifMatch: await etagOf(deposit), selection };
      await failureOf(deleteFromMets(ending(when), intent, request));
      expect(await keysIn(live, deposit)).to.include('objects/a.txt');
      const items = valueOf(await deleteFromMets(live.dependencies, intent, request));
      expect(items).to.deep.equal([{ ...file, where: 'Both' }]);
      expect(await keysIn(live, deposit)).to.not.include('objects/a.txt');
      expect(await revisions(deposit)).to.equal(2);
    });

  for (const [what, selection, where] of [
    ['with its entry', whole, 'Both'],
    ['alone', onlyFiles, 'Deposit'],
  ] as const)
    it(`answers again that a file was deleted ${what}, and keeps what was uploaded since`, async () => {
      const deposit = await described();
      const send = await deleting(deposit, selection);
      const first = await send();
      const second = await send();
      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect([first.body['items'], second.body['items']]).to.deep.equal([[{ ...file, where }], [{ ...file, where }]]);
      await upload(live, deposit, { 'objects/a.txt': 'another' });
      expect((await send()).status).to.equal(200);
      expect(await keysIn(live, deposit)).to.include('objects/a.txt');
    });

  it('makes a deletion anew that the platform has undone', async () => {
    const deposit = await described();
    const send = await deleting(deposit);
    const broken = stub(live.dependencies.removal.workspaces, 'delete').rejects(
      new ByteStoreFault('store-unavailable', 'the store is away'),
    );
    const first = await send().finally(() => broken.restore());
    expect([first.status, first.body['detail']].join(' ')).to.match(/^503 Delete failed after 0 items\. /);
    expect(first.body['advice']).to.match(/^Read the METS again/);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.contain('objects/a.txt');
    for (let times = 0; times < 2; times++) {
      const { status, body } = await send();
      expect([status, body['items']]).to.deep.equal([200, [{ ...file, where: 'Both' }]]);
    }
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.not.contain('objects/a.txt');
    expect(await keysIn(live, deposit)).to.not.include('objects/a.txt');
    expect(await revisions(deposit)).to.equal(4);
  });
});
