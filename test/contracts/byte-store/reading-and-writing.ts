import { expect } from 'chai';
import { readWhole } from '../../../formats/read-whole.js';
import { EVERY_MIXED, mixedReads } from '../../support/faults/mixed-reads.js';
import { pattern, drain, faultOf, inParallel, type StoreInTest } from './store-in-test.js';

export const describeReadingAndWriting = (on: StoreInTest): void => {
  describe('readers and writers at once', () => {
    it('show a reader the one version it began with', async () => {
      const old = pattern(5 * 1024 * 1024, 8);
      await on.store.put(on.at('file'), old);
      const { stream } = await on.store.get(on.at('file'));
      await on.store.put(on.at('file'), pattern(5 * 1024 * 1024, 9));
      await on.store.delete(on.bucket, [on.at('file').key]);
      expect((await drain(stream)).equals(old)).to.equal(true);
    });

    it('never show bytes of one version under the ETag of another', async () => {
      const versions = Array.from({ length: 12 }, (_, index) => Buffer.alloc(50_000 + index, index));
      const etags = new Map<string, number>();
      const seen: { etag: string; bytes: Buffer }[] = [];
      etags.set((await on.store.put(on.at('file'), versions[0]!)).etag, 0);
      const write = async (): Promise<void> => {
        for (const [index, version] of versions.entries())
          etags.set((await on.store.put(on.at('file'), version)).etag, index);
      };
      const read = async (): Promise<void> => {
        for (let round = 0; round < 12; round++) {
          const { info, bytes } = await readWhole(on.store, on.at('file'));
          seen.push({ etag: info.etag, bytes });
        }
      };
      await Promise.all([write(), read(), read(), read()]);
      for (const { etag, bytes } of seen) expect(bytes.equals(versions[etags.get(etag)!]!)).to.equal(true);
    });

    for (const mixed of EVERY_MIXED) {
      for (const opaque of [false, true]) {
        const tags = opaque ? 'entity tags that are no digests' : 'the entity tags there are';
        // Without a checksum only the length is left to tell the bytes by.
        const older = mixed === 'bytes, without any checksum' ? 'of another length' : 'the older text';

        const replaced = async (times: number) => {
          await on.store.put(on.at('file'), Buffer.from(older));
          const before = await readWhole(on.store, on.at('file'));
          await on.store.put(on.at('file'), Buffer.from('the newer text'));
          return mixedReads(on.store, on.at('file'), { mixed, times, before, opaque });
        };

        it(`read again what does not belong together: ${mixed} of before, ${tags}`, async () => {
          const racing = await replaced(2);
          const { info, bytes } = await readWhole(racing, on.at('file'));
          expect(bytes.toString()).to.equal('the newer text');
          expect(info.etag).to.equal((await racing.head(on.at('file')))?.etag);
          // Where nothing proves that they belong together, two reads have to agree.
          expect(racing.reads()).to.equal(opaque && mixed === 'bytes, without any checksum' ? 4 : 3);
        });

        it(`give up on what never belongs together: ${mixed} of before, ${tags}`, async () => {
          const racing = await replaced(Infinity);
          const fault = await faultOf(readWhole(racing, on.at('file')));
          expect(fault).to.include({ code: 'store-unavailable', transient: true });
          expect(racing.reads()).to.equal(5);
        });
      }
    }

    it('do not pass off a text as another of the same length, of which no checksum is kept', async () => {
      await on.store.put(on.at('file'), Buffer.from('the older text'));
      const before = await readWhole(on.store, on.at('file'));
      await on.store.put(on.at('file'), Buffer.from('the newer text'));
      const mixing = { mixed: 'bytes, without any checksum', times: 1, before, opaque: true } as const;
      expect((await readWhole(mixedReads(on.store, on.at('file'), mixing), on.at('file'))).bytes.toString()).to.equal(
        'the newer text',
      );
    });

    it('keep many neighbours apart while folders come and go', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `${on.prefix}deep/er/${index % 4}/${index}`);
      await inParallel(keys, 16, async (key) => {
        for (let round = 0; round < 3; round++) {
          await on.store.put({ bucket: on.bucket, key }, Buffer.from(`${key} ${round}`));
          expect((await on.bytesAt({ bucket: on.bucket, key })).toString()).to.equal(`${key} ${round}`);
          await on.store.delete(on.bucket, [key]);
        }
      });
      expect(await on.listed()).to.deep.equal([]);
    });
  });
};
