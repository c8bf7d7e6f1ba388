import { expect } from 'chai';
import { readWhole } from '../../../formats/read-whole.js';
import { pattern, drain, expectFault, type StoreInTest } from './store-in-test.js';
import { sha256Of } from '../../support/sha256.js';

export const describePutting = (on: StoreInTest): void => {
  describe('putting and getting', () => {
    for (const size of [0, 1, 10_000, 5 * 1024 * 1024]) {
      it(`gives back the ${size} bytes of a streamed body with their digest`, async () => {
        const bytes = pattern(size, 1);
        const stored = await on.putStream('file', bytes);
        expect(stored.sha256).to.equal(sha256Of(bytes));
        expect(stored.size).to.equal(size);
        const { info, stream } = await on.store.get(on.at('file'));
        expect((await drain(stream)).equals(bytes)).to.equal(true);
        expect(info).to.include({
          bucket: on.bucket,
          key: `${on.prefix}file`,
          size,
          etag: stored.etag,
          sha256: stored.sha256,
        });
      });

      it(`gives back ${size} bytes put from memory`, async () => {
        const bytes = pattern(size, 2);
        await on.store.put(on.at('file'), bytes);
        expect((await on.bytesAt(on.at('file'))).equals(bytes)).to.equal(true);
      });
    }

    it('puts several megabytes from memory under a condition, and refuses them where it does not hold', async () => {
      const large = pattern(4_500_195, 3);
      const small = pattern(100, 4);
      const stored = await on.store.put(on.at('file'), large);
      expect(stored).to.include({ sha256: sha256Of(large), size: large.length });
      expect((await on.bytesAt(on.at('file'))).equals(large)).to.equal(true);
      await on.store.put(on.at('file'), large, { onlyIf: { etag: stored.etag }, sha256: sha256Of(large) });
      const { etag } = await on.store.put(on.at('file'), small);
      await expectFault(on.store.put(on.at('file'), large, { onlyIf: { etag: '"0"' } }), 'precondition-failed');
      await expectFault(on.store.put(on.at('file'), large, { sha256: sha256Of(small) }), 'digest-mismatch');
      expect(await on.store.head(on.at('file'))).to.include({ etag });
    });

    it('answers head with what get tells, and a recent time', async () => {
      const before = Date.now();
      const stored = await on.store.put(on.at('file'), Buffer.from('text'));
      const info = await on.store.head(on.at('file'));
      expect(info).to.include({ size: 4, etag: stored.etag, sha256: sha256Of(Buffer.from('text')) });
      // S3 tells whole seconds.
      expect(info!.lastModified.getTime()).to.be.within(before - 1_000, Date.now() + 1_000);
    });

    it('carries content type and metadata unchanged', async () => {
      const metadata = { 'original-name': 'Letter 1.PDF', empty: '', note: 'a=b; c, d' };
      await on.store.put(on.at('file'), Buffer.from('x'), { contentType: 'application/pdf; a="b"', metadata });
      const info = await on.store.head(on.at('file'));
      expect(info!.contentType).to.equal('application/pdf; a="b"');
      expect(info!.metadata).to.deep.equal(metadata);
    });

    it('tells no content type where none was given, or one that says nothing', async () => {
      await on.store.put(on.at('untyped'), Buffer.from('x'));
      await on.store.put(on.at('octets'), Buffer.from('x'), { contentType: 'application/octet-stream' });
      await on.store.put(on.at('binary'), Buffer.from('x'), { contentType: 'binary/octet-stream' });
      await on.store.copy(on.at('untyped'), on.at('copy'));
      for (const key of ['untyped', 'octets', 'binary', 'copy']) {
        expect((await on.store.head(on.at(key)))!.contentType, key).to.equal(null);
        expect((await readWhole(on.store, on.at(key))).info.contentType, key).to.equal(null);
      }
    });

    it('replaces attributes together with the bytes', async () => {
      await on.store.put(on.at('file'), Buffer.from('x'), { contentType: 'text/plain', metadata: { one: '1' } });
      await on.store.put(on.at('file'), Buffer.from('y'), { contentType: 'text/csv', metadata: { two: '2' } });
      const { info, bytes } = await readWhole(on.store, on.at('file'));
      expect(bytes.toString()).to.equal('y');
      expect(info.contentType).to.equal('text/csv');
      expect(info.metadata).to.deep.equal({ two: '2' });
    });

    it('gives different bytes different ETags, in quotation marks', async () => {
      const one = await on.store.put(on.at('one'), Buffer.from('1'));
      const two = await on.store.put(on.at('two'), Buffer.from('2'));
      expect(one.etag)
        .to.match(/^".+"$/)
        .and.not.equal(two.etag);
    });

    it('says that a key or a bucket is not there', async () => {
      expect(await on.store.head(on.at('missing'))).to.equal(null);
      await expectFault(on.store.get(on.at('missing')), 'object-not-found');
      await expectFault(on.store.get({ bucket: 'no-such-bucket', key: 'k' }), 'bucket-not-found');
      await expectFault(on.store.put({ bucket: 'no-such-bucket', key: 'k' }, Buffer.from('x')), 'bucket-not-found');
    });

    it('pins a read to an ETag', async () => {
      const first = await on.store.put(on.at('file'), Buffer.from('first'));
      expect((await drain((await on.store.get(on.at('file'), { etag: first.etag })).stream)).toString()).to.equal(
        'first',
      );
      await on.store.put(on.at('file'), Buffer.from('second'));
      await expectFault(on.store.get(on.at('file'), { etag: first.etag }), 'precondition-failed');
    });
  });

  describe('ranges', () => {
    const bytes = pattern(100_000, 3);
    beforeEach(() => on.store.put(on.at('file'), bytes));
    const ranged = async (start: number, end?: number): Promise<Buffer> =>
      drain((await on.store.get(on.at('file'), { range: end === undefined ? { start } : { start, end } })).stream);

    it('are inclusive', async () => {
      expect((await ranged(10, 19)).equals(bytes.subarray(10, 20))).to.equal(true);
      expect((await ranged(0, 0)).equals(bytes.subarray(0, 1))).to.equal(true);
    });

    it('run to the end when they are open or reach beyond it', async () => {
      expect((await ranged(99_990)).equals(bytes.subarray(99_990))).to.equal(true);
      expect((await ranged(99_990, 200_000)).equals(bytes.subarray(99_990))).to.equal(true);
    });

    it('leave the size of the whole in the answer', async () => {
      const { info, stream } = await on.store.get(on.at('file'), { range: { start: 5, end: 6 } });
      expect(info.size).to.equal(100_000);
      await drain(stream);
    });

    it('that begin beyond the end are refused', () => expectFault(ranged(100_000), 'range-unsatisfiable'));
  });
};
