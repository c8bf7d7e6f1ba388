import { expect } from 'chai';
import { readDepositMets } from '../../commands/deposit-mets.js';
import type { ByteStore, ObjectInfo } from '../../formats/bytes.js';
import { XmlFault } from '../../formats/xml/fault.js';

describe('the METS of a deposit', () => {
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
