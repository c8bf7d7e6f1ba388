import { expect } from 'chai';
import { intentOf } from '../../support/command-bench.js';
import { sha256Of } from '../../support/sha256.js';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import type { Call } from '../../../gateways/http/route.js';
import type { DepositDependencies } from '../../../gateways/preservation/deposit-dependencies.js';
import type { JoinedFile, WorkspaceUploads } from '../../../gateways/preservation/credentials/workspace-access.js';
import { completeUpload } from '../../../gateways/preservation/uploads/complete-upload.js';
import { s3WorkspaceAccess } from '../../../infra/s3/workspace-access/workspace-access.js';
import {
  ask,
  describeFiles,
  ended,
  filledDeposit,
  fresh,
  newContainer,
  newDeposit,
  upload,
  type OpenedDeposit,
  type Reply,
} from '../conversation.js';
import { liveServices } from '../live-services.js';

const PATH = 'objects/a film #1 100% 😀 e\u0301.mov';
const bodies = [Buffer.alloc(5 * 1024 ** 2, 'a'), Buffer.from('end')] as const;
const whole = sha256Of(Buffer.concat(bodies));

interface SentPart {
  readonly number: number;
  readonly etag: string;
  readonly sha256: string;
}

describe('uploads in parts', () => {
  const live = liveServices();

  const begin = ({ uri }: OpenedDeposit, file: object = {}): Promise<Reply> =>
    ask('POST', `${uri}/uploads`, { path: PATH, size: bodies[0].length + 3, ...file });
  const begun = async (deposit: OpenedDeposit, file: object = {}): Promise<string> => {
    const { status, body, text } = await begin(deposit, file);
    expect(status, text).to.equal(201);
    return body.id;
  };
  const send = async (id: string): Promise<readonly SentPart[]> => {
    const named = bodies.map((body, index) => ({ number: index + 1, sha256: sha256Of(body) }));
    const { status, body: answer, text } = await ask('POST', id, { parts: named });
    expect(status, text).to.equal(200);
    const presigned = answer['parts'] as { number: number; url: string; headers: Record<string, string> }[];
    return Promise.all(
      presigned.map(async ({ number, url, headers }, index) => {
        const stored = await fetch(url, { method: 'PUT', headers, body: bodies[index]! });
        expect(stored.status).to.equal(200);
        return { number, etag: stored.headers.get('etag') ?? '', sha256: named[index]!.sha256 };
      }),
    );
  };
  const listed = async ({ uri }: OpenedDeposit): Promise<readonly { id: string; path: string; begun: string }[]> =>
    (await ask('GET', `${uri}/uploads`)).body['uploads'] as { id: string; path: string; begun: string }[];

  it('make a file that can be recorded, and are answered again in the same way', async () => {
    const deposit = await filledDeposit(live, {});
    const { status, body, headers } = await begin(deposit, {
      contentType: 'video/quicktime',
      modified: '2001-09-09T01:46:40.500Z',
    });
    expect([status, headers.get('cache-control'), headers.get('location')]).to.deep.equal([201, 'no-store', body.id]);
    expect(body).to.deep.include({ type: 'Upload', deposit: deposit.uri, path: PATH, partCount: 1 });
    const parts = await send(body.id);
    const completed = await ask('PUT', body.id, { sha256: whole.toUpperCase(), parts });
    expect(completed.status, completed.text).to.equal(200);
    expect(completed.body).to.deep.include({
      ...{ type: 'UploadedFile', deposit: deposit.uri, path: PATH },
      ...{ size: bodies[0].length + 3, sha256: whole, verified: true },
    });
    expect((await ask('PUT', body.id, { sha256: whole, parts })).body).to.deep.equal(completed.body);
    expect((await describeFiles(deposit, [PATH])).body).to.deep.include({ skipped: [], withoutDigest: [] });
    const { text } = await ask('GET', `${deposit.uri}/filesystem?refresh=true`);
    expect(text).to.contain(whole).and.contain('video/quicktime').and.contain(JSON.stringify(PATH).slice(1, -1));
    expect(await listed(deposit)).to.deep.equal([]);
  });

  it('say how a file is divided into at most 10,000 parts', async () => {
    const deposit = await newDeposit(live);
    for (const [size, partSize, partCount] of [
      [1, 16_777_216, 1],
      [20_118_402_661, 16_777_216, 1_200],
      [16_777_216 * 10_000, 16_777_216, 10_000],
      [16_777_216 * 10_000 + 1, 17_825_792, 9_412],
      [5 * 1024 ** 4, 550_502_400, 9_987],
    ] as const)
      expect((await begin(deposit, { size })).body).to.deep.include({ size, partSize, partCount });
    for (const size of [0, 5 * 1024 ** 4 + 1, 1.5]) expect((await begin(deposit, { size })).status).to.equal(400);
  });

  it('are listed with the parts that the store has, so that a client can go on', async () => {
    const deposit = await newDeposit(live);
    const id = await begun(deposit);
    const [upload] = await listed(deposit);
    expect(upload).to.deep.include({ type: 'Upload', id, deposit: deposit.uri, path: PATH });
    expect(upload?.begun).to.match(/^\d{4}-.*Z$/);
    expect((await ask('GET', id)).body['parts']).to.deep.equal([]);
    const parts = await send(id);
    const { body } = await ask('GET', id);
    expect(body['parts']).to.deep.equal(
      parts.map(({ number, etag, sha256 }, index) => ({ number, size: bodies[index]!.length, etag, sha256 })),
    );
  });

  it('are not completed with another digest or other parts, and can be completed after that', async () => {
    const deposit = await newDeposit(live);
    const id = await begun(deposit);
    const parts = await send(id);
    const wrong = await ask('PUT', id, { sha256: sha256Of('other'), parts });
    expect([wrong.status, wrong.body.type]).to.deep.equal([400, `${live.preservation}/problems/upload-digest-wrong`]);
    const other = await ask('PUT', id, { sha256: whole, parts: [parts[1]!, parts[0]!] });
    expect([other.status, other.body.type]).to.deep.equal([400, `${live.preservation}/problems/upload-parts-wrong`]);
    expect((await ask('PUT', id, { sha256: whole, parts })).status).to.equal(200);
  });

  it('are gone once they are aborted', async () => {
    const deposit = await newDeposit(live);
    const id = await begun(deposit);
    const parts = await send(id);
    for (const status of [204, 204]) expect((await ask('DELETE', id)).status).to.equal(status);
    expect(await listed(deposit)).to.deep.equal([]);
    for (const answer of [await ask('GET', id), await ask('PUT', id, { sha256: whole, parts })])
      expect([answer.status, answer.body.type]).to.deep.equal([404, `${live.preservation}/problems/upload-not-found`]);
  });

  it('are gone with their deposit', async () => {
    const deposit = await newDeposit(live);
    const id = await begun(deposit);
    await send(id);
    await ask('DELETE', deposit.uri);
    await live.settle();
    expect(await live.bytes.listUploads(live.places.workspaceBucket, deposit.prefix)).to.deep.equal([]);
    expect((await ask('GET', id)).status).to.equal(404);
  });

  it('are gone when the deposit is preserved, and refused from then on', async () => {
    const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/${fresh('films')}`;
    const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup, archivalGroupName: 'Films' });
    await upload(live, deposit, { 'objects/notes.txt': 'n' });
    await describeFiles(deposit, ['objects/notes.txt']);
    const id = await begun(deposit);
    await send(id);
    const job = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    expect(await ended(live, job.body.id)).to.include({ status: 'completed' });
    await live.settle();
    expect(await live.bytes.listUploads(live.places.workspaceBucket, deposit.prefix)).to.deep.equal([]);
    for (const answer of [await begin(deposit), await ask('GET', id)])
      expect([answer.status, answer.body.type]).to.deep.equal([409, `${live.preservation}/problems/deposit-closed`]);
  });

  it('are refused for paths outside of the deposit, and for types that no header can hold', async () => {
    const deposit = await newDeposit(live);
    for (const path of ['../a', '/a', 'objects/', 'objects//a', 'objects/a\u0001', 'a'.repeat(1_025)])
      expect((await begin(deposit, { path })).body['detail']).to.match(/cannot be uploaded: /);
    expect((await begin(deposit, { contentType: 'video/ü' })).status).to.equal(400);
    const id = (await begun(deposit)).replace(/path=.*/, 'path=..%2Fa');
    for (const answer of [await ask('GET', id), await ask('DELETE', id)]) expect(answer.status).to.equal(400);
  });

  it('are for 1,000 parts a request at most, each with its digest', async () => {
    const id = await begun(await newDeposit(live));
    const part = (number: number) => ({ number, sha256: whole });
    const parts = Array.from({ length: 1_001 }, (_, index) => part(index + 1));
    expect((await ask('POST', id, { parts: parts.slice(0, 1_000) })).body['parts']).to.have.length(1_000);
    for (const wrong of [parts, [], [part(0)], [part(10_001)], [{ number: 1 }]])
      expect((await ask('POST', id, { parts: wrong })).status).to.equal(400);
  });

  it('are refused, each of their operations, while another agent has locked the deposit', async () => {
    const deposit = await newDeposit(live);
    const id = await begun(deposit);
    const parts = await send(id);
    const wanted = { depositId: deposit.id, force: false };
    expect(await lockDeposit(live.dependencies, intentOf('ann'), wanted)).to.include({ ok: true });
    for (const answer of [
      await begin(deposit),
      await ask('GET', `${deposit.uri}/uploads`),
      await ask('GET', id),
      await ask('POST', id, { parts: [{ number: 1, sha256: whole }] }),
      await ask('PUT', id, { sha256: whole, parts }),
      await ask('DELETE', id),
    ])
      expect([answer.status, answer.body['detail']]).to.deep.equal([409, 'Deposit is locked by ann']);
  });

  it('are joined once, however long that takes and however often it is asked for meanwhile', async () => {
    const deposit = await newDeposit(live);
    let end: (file: JoinedFile) => void = () => undefined;
    let joins = 0;
    const complete = (): Promise<JoinedFile> => {
      joins++;
      return new Promise((resolve) => (end = resolve));
    };
    const uploads = { complete } as unknown as WorkspaceUploads;
    const on = {
      dependencies: live.dependencies,
      openWorkspaceAccess: () => ({ uploads }),
      credentialSeconds: 60,
      baseUrls: { preservation: live.preservation, storage: live.storage },
      log: live.log.log,
    } as unknown as DepositDependencies;
    const call = {
      params: { depositId: deposit.id, uploadId: 'u' },
      query: { path: PATH },
      body: { sha256: whole, parts: [{ number: 1, etag: 'e', sha256: whole }] },
      actor: intentOf('dev').actor,
      caller: { depositBucket: null },
      correlationId: 'c',
      inTime: () => AbortSignal.abort(),
    } as unknown as Call;
    const route = completeUpload(on);
    for (const times of [1, 2]) {
      const { status, headers } = await route.handle(call);
      expect([status, headers?.['Retry-After']], String(times)).to.deep.equal([202, '1']);
    }
    const inTime = (): AbortSignal => {
      end({ etag: '"e"', size: 1, sha256: whole });
      return new AbortController().signal;
    };
    expect((await route.handle({ ...call, inTime })).status).to.equal(200);
    expect(joins).to.equal(1);
  });

  it('leave the digest as a claim on a store that computes none of the whole', async () => {
    const deposit = await filledDeposit(live, {});
    const id = new URL(await begun(deposit));
    const parts = await send(id.href);
    const { endpoint, credentials } = live.s3.config;
    const { protocol, hostname, port } = await endpoint!();
    const access = s3WorkspaceAccess({
      endpoint: `${protocol}//${hostname}:${port}`,
      region: 'us-east-1',
      credentials: await credentials(),
      forcePathStyle: true,
    });
    const on = {
      dependencies: live.dependencies,
      openWorkspaceAccess: access.open,
      credentialSeconds: 60,
      baseUrls: { preservation: live.preservation, storage: live.storage },
      log: live.log.log,
    } as unknown as DepositDependencies;
    const call = {
      params: { depositId: deposit.id, uploadId: decodeURIComponent(id.pathname.split('/').at(-1)!) },
      query: { path: PATH },
      body: { sha256: whole, parts },
      actor: intentOf('dev').actor,
      caller: { depositBucket: null },
      correlationId: 'c',
      inTime: () => new AbortController().signal,
    } as unknown as Call;
    for (const times of [1, 2]) {
      const { content } = await completeUpload(on).handle(call);
      expect(content, String(times)).to.deep.include({ kind: 'json' });
      expect((content as { value: object }).value).to.deep.include({ sha256: whole, verified: false });
    }
    access.close();
    expect((await describeFiles(deposit, [PATH])).body).to.deep.include({ withoutDigest: [], computedDigests: [] });
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.contain(whole);
  });
});
