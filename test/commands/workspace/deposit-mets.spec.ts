import { expect } from 'chai';
import { openDepositMets } from '../../../commands/workspace/deposit-mets.js';
import { describeDepositMets } from '../../../commands/workspace/describe-deposit-mets.js';
import { ByteStoreFault, type ByteStore, type ObjectAddress, type ObjectInfo } from '../../../formats/bytes.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import { XmlFault } from '../../../formats/xml/fault.js';
import { faulty, type Moment, type PortCall } from '../../support/faults/faulty.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { valueOf } from '../../support/value-of.js';

describe('the METS of a deposit', () => {
  it('is opened for an edit with the checksum of the version whose entity tag it has', async () => {
    const { store } = memoryBytes(['b']);
    const at = { bucket: 'b', key: 'd/mets.xml' };
    await store.put(at, Buffer.from('<older/>'));
    const older = (await store.head(at))!;
    const { etag, sha256 } = await store.put(at, Buffer.from('<newer/>'));
    let heads = 0;
    // A look that races the write: the entity tag of the newer version, the checksum of the older one.
    const head = async (address: ObjectAddress): Promise<ObjectInfo | null> => {
      const info = await store.head(address);
      heads += 1;
      return info !== null && heads === 1 ? { ...info, sha256: older.sha256 } : info;
    };
    const opened = await openDepositMets({ ...store, head }, { files: { bucket: 'b', prefix: 'd/' } });
    expect(opened).to.include({ etag });
    expect(opened?.source.sha256).to.equal(sha256);
    expect((await opened?.source.read())?.toString()).to.equal('<newer/>');
  });

  describe('as it is outlined', () => {
    const at = { bucket: 'b', key: 'd/mets.xml' };
    const metsWith = (title: string): Buffer => createMets({ title, agent: 'Muniment', now: new Date(0) });
    const outline = (bytes: ByteStore) =>
      describeDepositMets(
        'outline',
        { bytes, holder: '', metsAgent: { name: 'Muniment', accepted: [] } },
        { files: { bucket: 'b', prefix: 'd/' } },
        () => Promise.resolve(undefined),
      );

    it('is that of one version, also where it is replaced between a look and a read', async () => {
      const { store } = memoryBytes(['b']);
      await store.put(at, metsWith('Older'));
      let reads = 0;
      const replace = async ({ method }: PortCall, moment: Moment): Promise<void> => {
        if (method === 'get' && moment === 'before' && ++reads === 1) await store.put(at, metsWith('Newer'));
      };
      const found = await outline(faulty(store, replace));
      expect(found?.stored).to.include({ path: 'mets.xml', etag: (await store.head(at))?.etag });
      expect(valueOf(found!.said)).to.deep.include({ name: 'Newer', ...digestBytes(metsWith('Newer')) });
      expect(reads).to.equal(2);
    });

    it('is a fault where each version is replaced before it is read', async () => {
      const { store } = memoryBytes(['b']);
      await store.put(at, metsWith('0'));
      let reads = 0;
      const replace = async ({ method }: PortCall, moment: Moment): Promise<void> => {
        if (method === 'get' && moment === 'before') await store.put(at, metsWith(`${++reads}`));
      };
      const fault: unknown = await outline(faulty(store, replace)).catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(ByteStoreFault).and.to.have.property('code', 'precondition-failed');
    });

    it('is null where there is none', async () => {
      expect(await outline(memoryBytes(['b']).store)).to.equal(null);
    });
  });

  it('is refused by its size before a byte of it is fetched', async () => {
    const info: ObjectInfo = {
      bucket: 'b',
      key: 'd/mets.xml',
      size: 2 ** 31,
      etag: '"e"',
      lastModified: new Date(0),
      contentType: null,
      metadata: {},
      sha256: null,
    };
    const fetched: string[] = [];
    const bytes = {
      head: () => Promise.resolve(info),
      get: ({ key }: ObjectInfo) => {
        fetched.push(key);
        return Promise.reject(new Error('it was fetched'));
      },
    } as unknown as ByteStore;
    const fault: unknown = await openDepositMets(bytes, { files: { bucket: 'b', prefix: 'd/' } }).catch(
      (error: unknown) => error,
    );
    expect(fault).to.be.instanceOf(XmlFault).and.to.have.property('code', 'xml-too-large');
    expect(fetched).to.deep.equal([]);
  });
});
