import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../../../formats/bytes.js';
import { openS3Harness, owner, refusal } from '../../../../support/s3/s3-harness.js';
import type { S3Harness } from '../../../../support/s3/s3-harness.js';
import { signed } from '../../../../support/s3/sigv4-signer.js';
import { errorCode, headOf, sendBytes } from '../../../../support/http/wire.js';

const MiB = 1024 ** 2;

describe('S3 endpoint: bodies', () => {
  let harness: S3Harness;
  afterEach(() => harness.close());

  const put = (key: string, secretAccessKey = owner.secretAccessKey) =>
    signed(
      { ...owner, secretAccessKey },
      { method: 'PUT', path: `/workspace/${key}`, host: `127.0.0.1:${harness.port}` },
    );
  const stored = (key: string) => harness.engine.head({ bucket: 'workspace', key });
  /** Resolves when the endpoint has ended a request, by watching what it logs. */
  const watchEnds = (): { settings: object; next: () => Promise<unknown> } => {
    const ends = new EventTarget();
    const log = { debug: () => ends.dispatchEvent(new Event('end')), error: () => undefined };
    return { settings: { log }, next: () => once(ends, 'end') };
  };

  it('that break off store nothing', async () => {
    const { settings, next } = watchEnds();
    harness = await openS3Harness(settings);
    const ended = next();
    const socket = connect(harness.port, '127.0.0.1');
    socket.write(headOf(put('torn'), { 'content-length': '1000000' }));
    socket.write(Buffer.alloc(500_000), () => socket.destroy());
    await ended;
    expect(await stored('torn')).to.equal(null);
  });

  it('that stand still are given up', async () => {
    harness = await openS3Harness({ idleMs: 100 });
    const head = headOf(put('slow'), { 'content-length': '1000000' });
    const answer = await sendBytes(harness.port, head, Buffer.alloc(10_000)).catch(() => '');
    expect(answer).to.equal('');
    expect(await stored('slow')).to.equal(null);
  });

  it('that come too slowly are given up, and their clients told', async () => {
    harness = await openS3Harness({ pace: { leastPerSecond: 1_000_000_000, patienceMs: 50 } });
    const head = headOf(put('slow'), { 'content-length': '1000000' });
    const answer = await sendBytes(harness.port, head, Buffer.alloc(10_000));
    expect(errorCode(answer)).to.equal('RequestTimeout');
    expect(await stored('slow')).to.equal(null);
  });

  it('are asked for, where a client waits, once the request is found right', async () => {
    harness = await openS3Harness();
    const { method, path, headers } = put('waited');
    const outgoing = httpRequest({
      ...{ host: '127.0.0.1', port: harness.port, method, path },
      headers: { ...headers, expect: '100-continue', 'content-length': 4 },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.end('body');
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(response.statusCode).to.equal(200);
    response.resume();
    expect(await stored('waited')).to.include({ size: 4 });
  });

  it('are not asked for where the request is refused', async () => {
    harness = await openS3Harness();
    const head = headOf(put('refused', 'wrong'), { 'content-length': '4', expect: '100-continue' });
    const answer = await sendBytes(harness.port, head);
    expect(answer).to.match(/^HTTP\/1\.1 403 /);
    expect(answer).not.to.contain('100 Continue');
    expect(answer.toLowerCase()).to.contain('connection: close');
  });

  it('that nobody wants do not keep the refusal from the client', async () => {
    harness = await openS3Harness();
    const head = headOf(put('unwanted', 'wrong'), { 'content-length': String(20 * MiB) });
    const answer = await sendBytes(harness.port, head, Buffer.alloc(20 * MiB));
    expect(errorCode(answer)).to.equal('SignatureDoesNotMatch');
  });

  it('leave the connection to the next request', async () => {
    harness = await openS3Harness();
    const one = headOf(put('one'), { 'content-length': '3' });
    const two = headOf(put('two'), { 'content-length': '3', connection: 'close' });
    const answer = await sendBytes(harness.port, `${one}111${two}222`);
    expect(answer.match(/HTTP\/1\.1 200/g)).to.have.length(2);
    expect(await stored('two')).to.include({ size: 3 });
  });

  it('that find no room are refused as such', async () => {
    harness = await openS3Harness({
      wrap: (engine) => ({
        ...engine,
        stage: () => Promise.reject(new ByteStoreFault('store-full', 'no room')),
      }),
    });
    const call = harness.client().send(new PutObjectCommand({ Bucket: 'workspace', Key: 'k', Body: 'x' }));
    expect(await refusal(call)).to.deep.equal({ name: 'XStoreFull', status: 507 });
  });

  it('that fail inside the store tell the client an id and the log the reason', async () => {
    const logged: Readonly<Record<string, unknown>>[] = [];
    const cause = new Error('a secret path');
    harness = await openS3Harness({
      log: { debug: () => undefined, error: (_, fields) => void logged.push(fields) },
      wrap: (engine) => ({ ...engine, stage: () => Promise.reject(cause) }),
    });
    const call = harness.client().send(new PutObjectCommand({ Bucket: 'workspace', Key: 'k', Body: 'x' }));
    const error = (await call.catch((thrown: unknown) => thrown)) as Error & { $metadata: { requestId: string } };
    expect(error.name).to.equal('InternalError');
    expect(error.message).not.to.contain('secret');
    expect(logged).to.deep.equal([{ id: error.$metadata.requestId, method: 'PUT', cause }]);
  });

  it('under way when the endpoint closes are finished', async () => {
    const staging = new EventTarget();
    harness = await openS3Harness({
      graceMs: 10_000,
      wrap: (engine) => ({
        ...engine,
        stage: (...all) => {
          staging.dispatchEvent(new Event('begun'));
          return engine.stage(...all);
        },
      }),
    });
    const begun = once(staging, 'begun');
    const socket = connect(harness.port, '127.0.0.1');
    const back: Buffer[] = [];
    socket.on('data', (piece) => back.push(piece));
    socket.write(`${headOf(put('k'), { 'content-length': '8' })}1234`);
    await begun;
    const closed = harness.close();
    socket.write('5678');
    await Promise.all([closed, once(socket, 'close')]);
    expect(Buffer.concat(back).toString()).to.match(/^HTTP\/1\.1 200 /);
  });

  it('that do not come to their end while the endpoint closes are cut off, and nothing stays of them', async () => {
    const staging = new EventTarget();
    let outcome: Promise<unknown> = Promise.resolve('not begun');
    // A stop that waited for the body, or for what everything else is given, would not end within any test.
    harness = await openS3Harness({
      graceMs: 3_600_000,
      bodyGraceMs: 1,
      wrap: (engine) => ({
        ...engine,
        stage: (...all) => {
          const staged = engine.stage(...all);
          outcome = staged.then(
            () => 'kept',
            () => readdirSync(join(harness.folder, 'tmp')),
          );
          staging.dispatchEvent(new Event('begun'));
          return staged;
        },
      }),
    });
    const begun = once(staging, 'begun');
    const ended = sendBytes(harness.port, `${headOf(put('half'), { 'content-length': '1000' })}a part of it`).catch(
      (error: unknown) => (error as { code?: unknown }).code,
    );
    await begun;
    const closed = harness.close();
    expect(await ended).to.be.oneOf(['', 'ECONNRESET']);
    expect(await outcome).to.deep.equal([]);
    await closed;
  });
});
