import { Readable } from 'node:stream';
import { expect } from 'chai';
import { pattern, inPieces, faultOf, expectFault, type StoreInTest } from './store-in-test.js';
import { sha256Of } from '../../support/sha256.js';

export const describeOtherBodies = (on: StoreInTest): void => {
  describe('a body that is not what was said', () => {
    const nothingStored = async (): Promise<void> => {
      expect(await on.store.head(on.at('file'))).to.equal(null);
      expect(await on.listed()).to.deep.equal([]);
    };

    it('of another digest stores nothing', async () => {
      const bytes = Buffer.from('not what was promised');
      await expectFault(
        on.store.put(on.at('file'), bytes, { sha256: sha256Of(Buffer.from('other')) }),
        'digest-mismatch',
      );
      await nothingStored();
    });

    it('of another digest leaves the object that is there', async () => {
      await on.store.put(on.at('file'), Buffer.from('good'));
      const put = on.store.put(on.at('file'), Buffer.from('bad'), { sha256: sha256Of(Buffer.from('other')) });
      await expectFault(put, 'digest-mismatch');
      expect((await on.bytesAt(on.at('file'))).toString()).to.equal('good');
    });

    it('of the digest that was said is stored', async () => {
      const bytes = pattern(100_000, 4);
      const stored = await on.store.put(
        on.at('file'),
        { stream: inPieces(bytes), size: bytes.length },
        { sha256: sha256Of(bytes) },
      );
      expect(stored.sha256).to.equal(sha256Of(bytes));
    });

    it('that fails midway stores nothing', async () => {
      const broken = Readable.from(
        (async function* () {
          yield await Promise.resolve(pattern(300_000, 5));
          throw new Error('the sender went away');
        })(),
      );
      await faultOf(on.store.put(on.at('file'), { stream: broken, size: 1_000_000 }));
      await nothingStored();
    });

    it('that is shorter than its size stores nothing', async () => {
      await faultOf(on.store.put(on.at('file'), { stream: inPieces(pattern(99_999, 6)), size: 100_000 }));
      await nothingStored();
    });

    it('that is longer than its size stores nothing', async () => {
      await faultOf(on.store.put(on.at('file'), { stream: inPieces(pattern(100_001, 6)), size: 100_000 }));
      await nothingStored();
    });
  });
};
