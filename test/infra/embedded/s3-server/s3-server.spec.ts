import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ObjectEngine, S3Endpoint } from '../../../../infra/embedded/s3-server/s3-server.js';
import { startProgram } from '../../../support/processes/program.js';
import { owner } from '../../../support/s3/s3-harness.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { openEngineIn, serveEngine } from '../../../support/s3/open-engine-in.js';

const BUCKETS = ['workspace', 'repository'];
const attributes = { contentType: 'text/plain', headers: {}, metadata: { made: 'here' } };
const child = 'test/infra/embedded/s3-server/served-process.js';

const clientOf = (endpoint: string): S3Client =>
  new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: owner, maxAttempts: 1 });

const textOf = async (stream: Readable): Promise<string> => Buffer.concat(await stream.toArray()).toString();

describe('the embedded S3 server', () => {
  const folder = temporaryFolder();

  const open = (): Promise<ObjectEngine> => openEngineIn(folder());
  const serve = (engine: ObjectEngine): Promise<S3Endpoint> => serveEngine(engine, owner);
  const put = async (engine: ObjectEngine, bucket: string, key: string, text: string): Promise<void> => {
    const staged = await engine.stage(bucket, Readable.from([Buffer.from(text)]), []);
    await engine.commit(staged, { bucket, key }, { attributes, keep: ['SHA256'] });
  };

  it('opens an empty folder with the buckets that it is told of', async () => {
    const engine = await open();
    expect(engine.buckets).to.deep.equal(BUCKETS);
    for (const bucket of BUCKETS) expect((await engine.page(bucket, { prefix: '', limit: 1 })).objects).to.be.empty;
    await engine.close();
  });

  it('is for one process at a time, and for the next as soon as it is closed', async () => {
    const engine = await open();
    const fault: unknown = await open().catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ByteStoreFault).with.property('code', 'store-unavailable');
    await engine.close();
    await (await open()).close();
  });

  it('serves to S3 clients what its own process puts, and the reverse', async () => {
    const engine = await open();
    const endpoint = await serve(engine);
    const client = clientOf(endpoint.endpoint);
    for (const Bucket of BUCKETS) {
      await put(engine, Bucket, 'a/within', 'of the process');
      const { Body, ContentType, Metadata } = await client.send(new GetObjectCommand({ Bucket, Key: 'a/within' }));
      expect(await textOf(Body as Readable)).to.equal('of the process');
      expect([ContentType, Metadata]).to.deep.equal(['text/plain', { made: 'here' }]);
      await client.send(new PutObjectCommand({ Bucket, Key: 'a/client', Body: 'of the client' }));
      const { stream } = await engine.open({ bucket: Bucket, key: 'a/client' });
      expect(await textOf(stream)).to.equal('of the client');
    }
    client.destroy();
    await endpoint.close();
    await engine.close();
  });

  it('keeps a bucket of plain files as files that any program reads', async () => {
    const engine = await open();
    await put(engine, 'repository', 'a/b/file', 'plain');
    await engine.close();
    expect(await readFile(join(folder(), 'ocfl', 'a', 'b', 'file'), 'utf8')).to.equal('plain');
  });

  it('takes no request once its endpoint is closed, while the store stays open', async () => {
    const engine = await open();
    const endpoint = await serve(engine);
    await endpoint.close();
    const client = clientOf(endpoint.endpoint);
    const refused: unknown = await client.send(new HeadBucketCommand({ Bucket: 'workspace' })).catch((e: unknown) => e);
    expect(refused).to.have.property('code', 'ECONNREFUSED');
    client.destroy();
    await put(engine, 'workspace', 'after', 'still open');
    await engine.close();
  });

  it('killed, has all that it acknowledged when it is opened again, uploads under way too, and no leftovers', async () => {
    const words = [folder(), owner.accessKeyId, owner.secretAccessKey];
    const server = startProgram({ file: child, words });
    const upload = { Bucket: 'workspace', Key: 'parts' };
    const write = async (client: S3Client): Promise<{ uploadId: string; etag: string }> => {
      for (const Bucket of BUCKETS) await client.send(new PutObjectCommand({ Bucket, Key: 'a/kept', Body: Bucket }));
      const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand(upload));
      const part = { ...upload, UploadId, PartNumber: 1, Body: 'a part' };
      const { ETag = '' } = await client.send(new UploadPartCommand(part));
      return { uploadId: UploadId, etag: ETag };
    };
    const client = clientOf(await server.firstLine());
    const { uploadId, etag } = await write(client).finally(() => server.end());
    client.destroy();

    const engine = await open();
    for (const bucket of BUCKETS) {
      const { stream } = await engine.open({ bucket, key: 'a/kept' });
      expect(await textOf(stream)).to.equal(bucket);
    }
    await engine.completeUpload(uploadId, [{ number: 1, etag }], {});
    const { stream } = await engine.open({ bucket: 'workspace', key: 'parts' });
    expect(await textOf(stream)).to.equal('a part');
    await engine.close();
    expect(await readdir(join(folder(), 'tmp'))).to.be.empty;
  });
});
