import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { pattern, expectFault, type StoreInTest } from './store-in-test.js';

export const describeConditions = (on: StoreInTest): void => {
  describe('conditions', () => {
    const rivals = async (onlyIf: { readonly etag: string } | 'absent'): Promise<void> => {
      const bodies = Array.from({ length: 20 }, (_, index) => pattern(20_000, index));
      const outcomes = await Promise.allSettled(bodies.map((body) => on.store.put(on.at('file'), body, { onlyIf })));
      const winners = outcomes.flatMap((outcome, index) => (outcome.status === 'fulfilled' ? [index] : []));
      expect(winners).to.have.length(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).to.be.instanceOf(ByteStoreFault).and.include({ code: 'precondition-failed' });
      expect((await on.bytesAt(on.at('file'))).equals(bodies[winners[0]!]!)).to.equal(true);
    };

    it('let exactly one of twenty rivals create an object', () => rivals('absent'));

    it('let exactly one of twenty rivals replace an object', async () => {
      const { etag } = await on.store.put(on.at('file'), Buffer.from('first'));
      await rivals({ etag });
    });

    it('refuse to create what is there, and to replace what is not', async () => {
      await expectFault(
        on.store.put(on.at('missing'), Buffer.from('x'), { onlyIf: { etag: '"0123456789abcdef0123456789abcdef"' } }),
        'precondition-failed',
      );
      await on.store.put(on.at('file'), Buffer.from('first'));
      await expectFault(on.store.put(on.at('file'), Buffer.from('x'), { onlyIf: 'absent' }), 'precondition-failed');
      expect((await on.bytesAt(on.at('file'))).toString()).to.equal('first');
      expect(await on.listed()).to.deep.equal([`${on.prefix}file`]);
    });

    it('let a key be created again after it was deleted', async () => {
      await on.store.put(on.at('file'), Buffer.from('first'), { onlyIf: 'absent' });
      await on.store.delete(on.bucket, [on.at('file').key]);
      await on.store.put(on.at('file'), Buffer.from('second'), { onlyIf: 'absent' });
      expect((await on.bytesAt(on.at('file'))).toString()).to.equal('second');
    });
  });
};
