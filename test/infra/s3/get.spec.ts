import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { until } from '../../support/scheduling/until.js';
import { openS3Harness, owner, type S3Harness } from '../../support/s3/s3-harness.js';

const at = { bucket: 'workspace', key: 'letter.txt' };
const STORED = Buffer.from('as it was stored');
const CHANGED = Buffer.from('AS IT WAS STORED');

describe('the S3 byte store, on a server that answers a read with other bytes than it was given', () => {
  let harness: S3Harness;
  let store: ObjectStore & { close(): void };

  beforeEach(async () => {
    harness = await openS3Harness({
      wrap: (engine) => ({
        ...engine,
        async open(address, options) {
          const opened = await engine.open(address, options);
          opened.stream.destroy();
          return { ...opened, stream: Readable.from([CHANGED]) };
        },
      }),
    });
    const { endpoint } = harness;
    store = openS3ByteStore({ endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true });
    await store.put(at, STORED);
  });
  afterEach(async () => {
    store.close();
    await harness.close();
  });

  it('lets the body fail', async () => {
    const { stream } = await store.get(at);
    const fault: unknown = await buffer(stream).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ByteStoreFault).and.include({ transient: true });
  });

  it('lets it fail for whoever reads it late, and not the process before', async () => {
    const { stream } = await store.get(at);
    await until('it has failed', () => stream.errored !== null);
    expect(await buffer(stream).catch((error: unknown) => error)).to.be.instanceOf(ByteStoreFault);
  });

  it('gives a caller who compares them itself the bytes, and the digest to compare them with', async () => {
    const { stream, info } = await store.get(at, { isCompared: true });
    expect(await buffer(stream)).to.deep.equal(CHANGED);
    expect(info.sha256)
      .to.equal((await store.head(at))?.sha256)
      .and.not.equal(null);
  });
});
