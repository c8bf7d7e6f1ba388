import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { nodeFiles, type Files } from '../../../../../infra/embedded/file-system/files.js';
import { openS3Endpoint, type S3Endpoint } from '../../../../../infra/embedded/s3-server/s3-server.js';
import { owner } from '../../../../support/s3/s3-harness.js';
import { temporaryEngine, type TemporaryEngine } from '../../../../support/s3/temporary-engine.js';

interface Refusal {
  readonly name: string;
  readonly message: string;
  readonly $metadata: { readonly httpStatusCode?: number };
}

describe('S3 endpoint: a disk that is full, read-only or broken', () => {
  let refused: string | null;
  let temporary: TemporaryEngine;
  let endpoint: S3Endpoint;
  let client: S3Client;
  const logged: unknown[] = [];

  const unlessRefused =
    <A extends [string, ...string[]], R>(operation: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      refused === null
        ? operation(...args)
        : Promise.reject(Object.assign(new Error(`${refused}: open '${args[0]}'`), { code: refused, syscall: 'open' }));
  const files: Files = {
    ...nodeFiles,
    create: unlessRefused((path) => nodeFiles.create(path)),
    rename: unlessRefused((from, to) => nodeFiles.rename(from, to)),
  };

  beforeEach(async () => {
    refused = null;
    logged.length = 0;
    temporary = await temporaryEngine(files);
    endpoint = await openS3Endpoint({
      engine: temporary.engine,
      host: '127.0.0.1',
      port: 0,
      region: 'us-east-1',
      credentials: [{ ...owner, may: () => true }],
      now: () => new Date(),
      log: { debug: () => undefined, error: (_, fields) => void logged.push(fields['cause']) },
    });
    client = new S3Client({
      endpoint: endpoint.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: owner,
      maxAttempts: 1,
    });
  });
  afterEach(async () => {
    client.destroy();
    await endpoint.close();
    await temporary.close();
  });

  for (const Bucket of ['workspace', 'repository']) {
    for (const [code, status, name] of [
      ['ENOSPC', 507, 'XStoreFull'],
      ['EDQUOT', 507, 'XStoreFull'],
      ['EROFS', 503, 'ServiceUnavailable'],
      ['EACCES', 503, 'ServiceUnavailable'],
      ['EIO', 503, 'ServiceUnavailable'],
    ] as const) {
      it(`says of ${code} in the ${Bucket} that it is ${name}, tells the log why, and loses nothing`, async () => {
        const at = (Key: string) => ({ Bucket, Key });
        const Body = 'what was there before';
        await client.send(new PutObjectCommand({ ...at('old'), Body }));
        const { UploadId } = await client.send(new CreateMultipartUploadCommand(at('parts')));
        const part = { ...at('parts'), UploadId, PartNumber: 1 };
        const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: 'a part' }));
        const complete = (): CompleteMultipartUploadCommand =>
          new CompleteMultipartUploadCommand({
            ...at('parts'),
            UploadId,
            MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
          });

        refused = code;
        const attempts: readonly (() => Promise<unknown>)[] = [
          () => client.send(new PutObjectCommand({ ...at('new/file'), Body: 'x' })),
          () => client.send(new PutObjectCommand({ ...at('old'), Body: 'x' })),
          () => client.send(new CopyObjectCommand({ ...at('copy'), CopySource: `${Bucket}/old` })),
          () => client.send(new UploadPartCommand({ ...part, PartNumber: 2, Body: 'x' })),
          () => client.send(complete()),
        ];
        for (const attempt of attempts) {
          const refusal = await attempt().then(
            () => expect.fail('it was not refused'),
            (error: unknown) => error as Refusal,
          );
          expect([refusal.$metadata.httpStatusCode, refusal.name]).to.deep.equal([status, name]);
          expect(refusal.message).to.match(/^The object store .*\.$/);
          expect(refusal.message).not.to.contain(temporary.folder);
        }
        expect(logged.map(String).filter((cause) => cause.includes(code))).to.have.length(attempts.length);

        const old = await client.send(new GetObjectCommand(at('old')));
        expect(await old.Body?.transformToString()).to.equal(Body);
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
        expect(Contents.map(({ Key }) => Key)).to.deep.equal(['old']);
        const { Parts = [] } = await client.send(new ListPartsCommand({ ...at('parts'), UploadId }));
        expect(Parts.map(({ PartNumber }) => PartNumber)).to.deep.equal([1]);

        refused = null;
        await client.send(complete());
        const whole = await client.send(new GetObjectCommand(at('parts')));
        expect(await whole.Body?.transformToString()).to.equal('a part');
      });
    }
  }
});
