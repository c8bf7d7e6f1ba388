import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { ByteStore } from '../../../formats/bytes.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { smallPuts } from '../../../infra/s3/small-puts.js';
import { openS3Harness, owner, reader, type S3Harness } from '../../support/s3/s3-harness.js';

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('small puts without the SDK', () => {
  let harness: S3Harness;
  let others = 0;
  const other: Pick<ByteStore, 'put'> = {
    put: () => {
      others += 1;
      return Promise.resolve({ etag: '"other"', sha256: '', size: 0 });
    },
  };
  before(async () => {
    harness = await openS3Harness();
  });
  after(() => harness.close());

  const open = (credentials = owner, endpoint = harness.endpoint): ReturnType<typeof smallPuts> =>
    smallPuts({ endpoint, region: 'us-east-1', credentials }, other);
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'stored',
      (error: unknown) => (error as { code: unknown }).code,
    );

  it('store what the SDK then finds under any key', async () => {
    const puts = open();
    const sdk = openS3ByteStore({
      endpoint: harness.endpoint,
      region: 'us-east-1',
      credentials: owner,
      forcePathStyle: true,
    });
    const names = [
      'plain',
      'a b',
      '#?&=%',
      "it's (1)*!~",
      'caf\u00e9',
      'cafe\u0301',
      '\u{1f48c}',
      'a%26b+c',
      'x//y',
      'z/',
    ];
    for (const name of names) {
      const at = { bucket: 'workspace', key: `odd/${name}` };
      const bytes = Buffer.from(`bytes of ${name}`);
      const stored = await puts.put(at, bytes, { sha256: sha256Of(bytes), contentType: 'text/plain; charset=utf-8' });
      const found = await sdk.head(at);
      expect(found, name).to.deep.include({
        etag: stored.etag,
        size: bytes.length,
        sha256: sha256Of(bytes),
        contentType: 'text/plain; charset=utf-8',
      });
      expect(stored).to.deep.include({ sha256: sha256Of(bytes), size: bytes.length });
    }
    const empty = new Uint8Array();
    await puts.put({ bucket: 'workspace', key: 'empty' }, empty, { sha256: sha256Of(empty) });
    expect((await sdk.head({ bucket: 'workspace', key: 'empty' }))?.size).to.equal(0);
    const dated = { bucket: 'workspace', key: 'dated' };
    await puts.put(dated, empty, { sha256: sha256Of(empty), metadata: { mtime: '1700000000.123456' } });
    expect((await sdk.head(dated))?.metadata).to.deep.equal({ mtime: '1700000000.123456' });
    expect(others).to.equal(0);
    puts.close();
    sdk.close();
  });

  it('tell faults as the SDK does', async () => {
    const bytes = Buffer.from('bytes');
    const at = { bucket: 'workspace', key: 'faulty' };
    const sha256 = sha256Of(bytes);
    const [mine, theirs, forged] = [open(), open(reader), open({ ...owner, secretAccessKey: 'wrong' })];
    expect(await codeOf(mine.put(at, bytes, { sha256: '0'.repeat(64) }))).to.equal('digest-mismatch');
    expect(await codeOf(mine.put({ ...at, bucket: 'nowhere' }, bytes, { sha256 }))).to.equal('bucket-not-found');
    expect(await codeOf(theirs.put(at, bytes, { sha256 }))).to.equal('store-denied');
    expect(await codeOf(forged.put(at, bytes, { sha256 }))).to.equal('store-denied');
    for (const puts of [mine, theirs, forged]) puts.close();
    expect(await harness.engine.head(at)).to.equal(null);
  });

  it('leave to the other store what is more than they do, or came to no clear end', async () => {
    const bytes = Buffer.from('bytes');
    const at = { bucket: 'workspace', key: 'left' };
    const sha256 = sha256Of(bytes);
    const puts = open();
    const nobody = open(owner, 'http://127.0.0.1:1');
    others = 0;
    await puts.put(at, bytes);
    await puts.put(at, bytes, { sha256, onlyIf: 'absent' });
    await puts.put(at, bytes, { sha256, metadata: { 'original-name': 'É' } });
    await nobody.put(at, bytes, { sha256 });
    expect(others).to.equal(4);
    puts.close();
    nobody.close();
    expect(await harness.engine.head(at)).to.equal(null);
  });
});
