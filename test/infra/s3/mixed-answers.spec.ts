import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { openS3Harness, owner, type S3Harness } from '../../support/s3/s3-harness.js';

const at = { bucket: 'workspace', key: 'mets.xml' };
const OLD = Buffer.from('<older/>');
const NEW = Buffer.from('<newer/>');

describe('the S3 byte store, on a server that answers a read with the bytes of one version and the headers of another', () => {
  let harness: S3Harness;
  let store: ObjectStore & { close(): void };
  let mixes: number;
  let checksum: 'of the headers' | 'of the bytes' | 'none';
  let gets: number;

  const mixing = (engine: ObjectEngine): ObjectEngine => ({
    ...engine,
    async open(address, options) {
      const opened = await engine.open(address, options);
      gets += 1;
      const { object } = opened;
      const checksums = checksum === 'none' ? {} : object.checksums;
      if (gets > mixes) return { ...opened, object: { ...object, checksums } };
      opened.stream.destroy();
      const kept = checksum === 'of the bytes' ? (await engine.head({ ...at, key: 'old' }))!.checksums : checksums;
      return { object: { ...object, checksums: kept }, stream: Readable.from([OLD]) };
    },
  });

  beforeEach(async () => {
    [mixes, checksum, gets] = [0, 'of the headers', 0];
    harness = await openS3Harness({ wrap: mixing });
    const { endpoint } = harness;
    store = openS3ByteStore({ endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true });
    await store.put({ ...at, key: 'old' }, OLD);
    await store.put(at, OLD);
    await store.put(at, NEW);
  });
  afterEach(async () => {
    store.close();
    await harness.close();
  });

  for (const which of ['of the headers', 'of the bytes', 'none'] as const) {
    it(`reads again until both belong together (checksum: ${which})`, async () => {
      [mixes, checksum] = [1, which];
      const { info, bytes } = await readWhole(store, at);
      expect(bytes.toString()).to.equal('<newer/>');
      expect(info.etag).to.equal((await store.head(at))?.etag);
    });
  }

  for (const which of ['of the headers', 'of the bytes'] as const) {
    it(`says that the store cannot be relied upon when they never do (checksum: ${which})`, async () => {
      [mixes, checksum] = [Infinity, which];
      const { etag } = (await store.head(at))!;
      for (const options of [{}, { etag }]) {
        gets = 0;
        const fault: unknown = await readWhole(store, at, options).catch((error: unknown) => error);
        expect(fault).to.be.instanceOf(ByteStoreFault).and.include({ code: 'store-unavailable', transient: true });
        expect(gets).to.equal(5);
      }
    });
  }
});
