import { expect } from 'chai';
import { openDepositMets, readDepositMets } from '../../../commands/workspace/deposit-mets.js';
import type { ByteStore, ObjectAddress, ObjectInfo } from '../../../formats/bytes.js';
import { XmlFault } from '../../../formats/xml/fault.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';

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
    const fault: unknown = await readDepositMets(bytes, { bucket: 'b', prefix: 'd/' }).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(XmlFault).and.to.have.property('code', 'xml-too-large');
    expect(fetched).to.deep.equal([]);
  });
});
