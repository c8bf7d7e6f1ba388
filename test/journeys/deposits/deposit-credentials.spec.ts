import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { openScriptedProvider, type ScriptedProvider } from '../../support/identity/scripted-provider.js';
import { AUDIENCE, claimsAt, newKey, signed } from '../../support/identity/token-signer.js';
import { refusal } from '../../support/s3/s3-harness.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { sha256Of } from '../../support/sha256.js';

interface Deposit {
  readonly id: string;
  readonly metsETag: string;
}
interface Keys {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
interface Credentials {
  readonly keys: Keys;
  readonly uploads: readonly { readonly url: string; readonly headers: Record<string, string> }[];
}

const MiB = 1024 ** 2;
const silent = (): void => undefined;

/** What a client has that was given nothing but these keys. */
const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: Keys): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  });

describe('the files of a deposit in the hands of a client', () => {
  let provider: ScriptedProvider;
  let platform: TestPlatform;
  let later = 0;
  const key = newKey('k');
  const start = (data?: string): Promise<TestPlatform> =>
    startTestPlatform({
      ...(data === undefined ? {} : { data }),
      now: () => new Date(Date.now() + later),
      environment: {
        MUNIMENT_AUTH_ISSUER: provider.issuer,
        MUNIMENT_AUTH_AUDIENCE: AUDIENCE,
        MUNIMENT_CREDENTIAL_SECONDS: '120',
        MUNIMENT_KNOWN_CLIENTS: JSON.stringify({
          digitisation: { name: 'Digitisation', depositBucket: 'digitisation-workspace' },
          scans: { name: 'Scans', depositBucket: 'scans-workspace' },
        }),
      },
    });
  before(async () => {
    provider = await openScriptedProvider([key]);
    platform = await start();
    await platform.call('PUT', '/repository/letters', undefined, bearer());
  });
  after(async () => {
    await platform.remove();
    await provider.close();
  });

  const bearer = (claims: Record<string, unknown> = { upn: 'ada' }): Record<string, string> => ({
    authorization: `Bearer ${signed(key, claimsAt(Math.floor(Date.now() / 1000), { iss: provider.issuer, ...claims }))}`,
  });
  const open = async (slug: string, headers = bearer()): Promise<Deposit> => {
    const archivalGroup = `${platform.ready.preservation}/repository/letters/${slug}`;
    const made = await platform.call<Deposit>('POST', '/deposits', { template: 'RootLevel', archivalGroup }, headers);
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return made.body;
  };
  const credentials = async ({ id }: Deposit, files: object[] = [], headers = bearer()): Promise<Credentials> => {
    const { status, body } = await platform.call<Credentials>('POST', `${id}/credentials`, { files }, headers);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const preserve = async ({ id }: Deposit, paths: readonly string[]): Promise<unknown> => {
    const { body } = await platform.call<Deposit>('GET', id, undefined, bearer());
    const edited = { ...bearer(), 'if-match': body.metsETag };
    const added = await platform.call<{ withoutDigest: string[] }>('POST', `${id}/mets`, paths, edited);
    expect([added.status, added.body.withoutDigest], JSON.stringify(added.body)).to.deep.equal([200, []]);
    const job = { id: `${id}/importjobs/diff` };
    const posted = await platform.call<{ id: string }>('POST', `${id}/importjobs`, job, bearer());
    await platform.settle();
    return (await platform.call('GET', posted.body.id, undefined, bearer())).body;
  };

  it('are uploaded by presigned URLs, without any keys, and preserved', async () => {
    const deposit = await open('presigned');
    const files = [
      { path: 'objects/a.txt', sha256: sha256Of('a') },
      { path: 'objects/ü & b/c.txt', sha256: sha256Of('c') },
    ];
    const { uploads } = await credentials(deposit, files);
    for (const [index, body] of ['a', 'c'].entries()) {
      const { url, headers } = uploads[index]!;
      expect((await fetch(url, { method: 'PUT', headers, body: 'other' })).status).to.equal(400);
      expect((await fetch(url, { method: 'PUT', headers, body })).status).to.equal(200);
    }
    const result = await preserve(deposit, ['objects/a.txt', 'objects/ü & b/c.txt']);
    expect(result).to.include({ status: 'completed', newVersion: 'v1' });
  });

  it('are uploaded by the SDK with keys for the deposit, and preserved', async () => {
    const deposit = await open('keys');
    const { keys } = await credentials(deposit);
    const client = clientOf(keys);
    const at = { Bucket: keys.bucket, Key: `${keys.prefix}objects/small.txt` };
    await client.send(new PutObjectCommand({ ...at, Body: 'small', ChecksumAlgorithm: 'SHA256' }));
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: keys.bucket, Prefix: keys.prefix }));
    expect(Contents!.map(({ Key }) => Key)).to.include(at.Key);
    const film = { Bucket: keys.bucket, Key: `${keys.prefix}objects/film.mkv` };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(film));
    const Parts = [];
    for (const [index, size] of [5 * MiB, 1000].entries()) {
      const part = { ...film, UploadId, PartNumber: index + 1, Body: Buffer.alloc(size, index) };
      const { ETag } = await client.send(new UploadPartCommand(part));
      Parts.push({ PartNumber: index + 1, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...film, UploadId, MultipartUpload: { Parts } }));
    const { ContentLength, Body } = await client.send(new GetObjectCommand(film));
    await Body!.transformToByteArray();
    expect(ContentLength).to.equal(5 * MiB + 1000);
    await client.send(new DeleteObjectCommand(film));
    client.destroy();
    expect(await preserve(deposit, ['objects/small.txt'])).to.include({ status: 'completed' });
  });

  it('are reached by the keys of their own deposit only', async () => {
    const [mine, other] = [await credentials(await open('mine')), await credentials(await open('other'))];
    const client = clientOf(mine.keys);
    const { bucket: Bucket } = mine.keys;
    const calls = [
      client.send(new ListObjectsV2Command({ Bucket })),
      client.send(new ListObjectsV2Command({ Bucket, Prefix: other.keys.prefix })),
      client.send(new GetObjectCommand({ Bucket, Key: `${other.keys.prefix}mets.xml` })),
      client.send(new PutObjectCommand({ Bucket, Key: `${other.keys.prefix}objects/a`, Body: 'a' })),
      client.send(new ListObjectsV2Command({ Bucket: platform.ready.s3.repositoryBucket, Prefix: mine.keys.prefix })),
    ];
    for (const { status } of await Promise.all(calls.map(refusal))) expect(status).to.equal(403);
    client.destroy();
  });

  it('are reached by keys from before a restart, until these expire', async () => {
    const { keys } = await credentials(await open('restarted'));
    await platform.stop();
    platform = await start(platform.data);
    const { endpoint } = platform.ready.s3;
    const client = clientOf({ ...keys, endpoint });
    const at = { Bucket: keys.bucket, Key: `${keys.prefix}mets.xml` };
    expect((await client.send(new GetObjectCommand(at))).ContentLength).to.be.greaterThan(0);
    later = 121_000;
    expect((await refusal(client.send(new GetObjectCommand(at)))).name).to.equal('ExpiredToken');
    later = 0;
    client.destroy();
  });

  it('are no longer reached by keys of a deposit that was deleted', async () => {
    const deposit = await open('deleted');
    const { keys } = await credentials(deposit);
    const client = clientOf(keys);
    expect((await platform.call('DELETE', deposit.id, undefined, bearer())).status).to.equal(204);
    const Key = `${keys.prefix}objects/late`;
    const late = client.send(new PutObjectCommand({ Bucket: keys.bucket, Key, Body: 'late' }));
    expect(await refusal(late)).to.deep.equal({ name: 'InvalidAccessKeyId', status: 403 });
    client.destroy();
  });

  it('are given to the client whose bucket they are in, to users, and to no other client', async () => {
    const digitisation = bearer({ azp: 'digitisation' });
    const deposit = await open('foreign', digitisation);
    expect((await credentials(deposit, [], digitisation)).keys.bucket).to.equal('digitisation-workspace');
    expect((await credentials(deposit)).keys.bucket).to.equal('digitisation-workspace');
    const refused = await platform.call('GET', `${deposit.id}/credentials`, undefined, bearer({ azp: 'scans' }));
    expect(refused.status).to.equal(403);
    expect(JSON.stringify(refused.body)).to.contain('in the bucket of another client').and.not.contain('MUNW');
  });

  it('are given to nobody without a token', async () => {
    const { id } = await open('anonymous');
    expect((await platform.call('GET', `${id}/credentials`)).status).to.equal(401);
  });
});
