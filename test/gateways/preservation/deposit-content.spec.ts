import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stub } from 'sinon';
import { ask, filledDeposit, newDeposit, newGroup, upload, type OpenedDeposit } from '../conversation.js';
import { until } from '../../support/scheduling/until.js';
import { liveServices } from '../live-services.js';

const FILES = { 'objects/a.txt': 'first', 'objects/b/ü 1.txt': 'second', 'objects/empty/': '' };

describe('the files of a deposit as one archive file', () => {
  const live = liveServices();
  let folder = '';
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'content-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const get = ({ uri }: OpenedDeposit, query: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${uri}/content?${query}`, { headers });
  const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
  /** The names in a tar, and what one of them holds, as GNU tar reads it. */
  const untar = (bytes: Buffer): string => {
    const path = join(folder, 'it.tar');
    writeFileSync(path, bytes);
    return execFileSync('tar', ['-tf', path, '--quoting-style=literal'], { encoding: 'utf8' });
  };

  it('are all in it, with the METS and empty folders, under a name that says whose they are', async () => {
    const deposit = await filledDeposit(live, FILES);
    const answer = await get(deposit, 'as=tar');
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/x-tar']);
    expect(answer.headers.get('content-disposition')).to.contain(`${deposit.id}.tar`);
    const names = untar(await bytesOf(answer)).split('\n');
    expect(names).to.include.members(['objects/a.txt', 'objects/b/ü 1.txt', 'objects/empty/', 'mets.xml']);
  });

  it('are those of one folder where that is asked for, named from there', async () => {
    const deposit = await filledDeposit(live, FILES);
    const answer = await get(deposit, 'as=tar&path=objects/b');
    expect(untar(await bytesOf(answer)).trim()).to.equal('ü 1.txt');
    for (const path of ['objects/none', 'objects/a.txt'])
      expect((await get(deposit, `as=zip&path=${path}`)).status).to.equal(404);
    expect((await get(deposit, 'as=zip&path=..%2Fother')).status).to.equal(400);
  });

  it('come as a zip with the same bytes while nothing changes, so that a download is gone on with', async () => {
    const deposit = await filledDeposit(live, FILES);
    const whole = await get(deposit, 'as=zip');
    const bytes = await bytesOf(whole);
    expect(bytes.subarray(0, 4).toString('latin1')).to.equal('PK\u0003\u0004');
    expect(bytes.length).to.equal(Number(whole.headers.get('content-length')));
    const etag = whole.headers.get('etag') ?? '';
    const rest = await get(deposit, 'as=zip', { range: 'bytes=100-', 'if-range': etag });
    expect(rest.status).to.equal(206);
    expect((await bytesOf(rest)).equals(bytes.subarray(100))).to.equal(true);
    expect((await get(deposit, 'as=zip', { 'if-none-match': etag })).status).to.equal(304);
    await upload(live, deposit, { 'objects/a.txt': 'other' });
    const other = await get(deposit, 'as=zip', { range: 'bytes=100-', 'if-range': etag });
    expect([other.status, other.headers.get('etag') === etag]).to.deep.equal([200, false]);
    await bytesOf(other);
  });

  it('take the places of the process, which those of archival groups from either service take too', async () => {
    const deposit = await filledDeposit(live, FILES);
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let waiting = 0;
    const read = stub(live.bytes, 'get').callsFake(async (...of) => {
      if (of[0].key.startsWith(deposit.prefix)) {
        waiting += 1;
        await held;
      }
      return read.wrappedMethod.apply(live.bytes, of);
    });
    const downloads = ['tar', 'tar', 'tar', 'tar'].map(async (form) => bytesOf(await get(deposit, `as=${form}`)));
    try {
      await until('four downloads wait for bytes', () => waiting >= 4);
      for (const service of [live.storage, live.preservation]) {
        const { status, body } = await ask('GET', `${service}/content/${path}?as=tar`);
        expect([status, body['detail']]).to.deep.equal([
          503,
          'You are downloading 4 archive files, which is the most for one caller. Finish one first.',
        ]);
      }
    } finally {
      release();
      read.restore();
      await Promise.all(downloads);
    }
    expect((await ask('GET', `${live.storage}/content/${path}?as=tar`)).status).to.equal(200);
  });

  it('are broken off where a file is replaced while they are sent', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'objects/z.txt': 'z'.repeat(200_000) });
    const list = stub(live.bytes, 'list').callsFake(async function* (...of) {
      yield* list.wrappedMethod.apply(live.bytes, of);
      if (of[1] === deposit.prefix) await upload(live, deposit, { 'objects/z.txt': 'y'.repeat(200_000) });
    });
    try {
      const whole = await get(deposit, 'as=zip').then(
        async (answer) => answer.ok && (await bytesOf(answer).catch(() => null)) !== null,
        () => false,
      );
      expect(list.args.some(([, prefix]) => prefix === deposit.prefix)).to.equal(true);
      expect(whole).to.equal(false);
    } finally {
      list.restore();
    }
  });

  it('are not there in a deposit without any, and of no other form', async () => {
    const deposit = await newDeposit(live);
    expect((await ask('GET', `${deposit.uri}/content?as=zip`)).status).to.equal(404);
    expect((await ask('GET', `${deposit.uri}/content?as=rar`)).status).to.equal(400);
    expect((await ask('GET', `${deposit.uri}/content`)).status).to.equal(400);
    expect((await ask('GET', `${live.preservation}/deposits/none/content?as=zip`)).status).to.equal(404);
  });
});
