import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { openS3Harness, type S3Harness } from '../../../../support/s3/s3-harness.js';

const MiB = 1024 ** 2;

describe('S3 endpoint: large bodies', () => {
  let harness: S3Harness;
  before(async () => {
    harness = await openS3Harness();
  });
  after(() => harness.close());

  it('of 400 MB go in and out in less than half as much memory', async () => {
    const client = harness.client({ responseChecksumValidation: 'WHEN_REQUIRED' });
    const piece = Buffer.alloc(MiB, 'muniment');
    const size = 400 * MiB;
    const hash = createHash('sha256');
    for (let at = 0; at < size; at += MiB) hash.update(piece);
    const sha256 = hash.digest();
    let most = 0;
    const source = Readable.from(
      (function* () {
        for (let at = 0; at < size; at += MiB) {
          most = Math.max(most, process.memoryUsage().rss);
          yield piece;
        }
      })(),
    );
    const before = process.memoryUsage().rss;
    const ChecksumSHA256 = sha256.toString('base64');
    await client.send(
      new PutObjectCommand({ Bucket: 'workspace', Key: 'big', Body: source, ContentLength: size, ChecksumSHA256 }),
    );
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'workspace', Key: 'big' }));
    const back = createHash('sha256');
    for await (const chunk of Body as Readable) {
      back.update(chunk as Buffer);
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(back.digest().equals(sha256)).to.equal(true);
    expect((most - before) / MiB).to.be.below(200);
  });
});
