import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { pattern, expectFault, ODD_NAMES, type StoreInTest } from './store-in-test.js';
import { sha256Of } from '../../support/sha256.js';

export const describeCopying = (on: StoreInTest): void => {
  describe('copying', () => {
    for (const size of [0, 10_000, 5 * 1024 * 1024]) {
      it(`makes ${size} bytes anew in another bucket and tells their digest`, async () => {
        const bytes = pattern(size, 7);
        await on.putStream('source', bytes);
        const to = { bucket: on.other, key: `${on.prefix}copy` };
        const copied = await on.store.copy(on.at('source'), to);
        expect(copied).to.include({ size, sha256: sha256Of(bytes) });
        await on.store.delete(on.bucket, [on.at('source').key]);
        const { info, bytes: back } = await readWhole(on.store, to);
        expect(back.equals(bytes)).to.equal(true);
        expect(info).to.include({ etag: copied.etag, sha256: copied.sha256 });
      });
    }

    it('takes content type and metadata along unless they are given', async () => {
      await on.store.put(on.at('source'), Buffer.from('x'), { contentType: 'text/csv', metadata: { one: '1' } });
      await on.store.copy(on.at('source'), on.at('same'));
      expect(await on.store.head(on.at('same'))).to.deep.include({ contentType: 'text/csv', metadata: { one: '1' } });
      await on.store.copy(on.at('source'), on.at('other'), { contentType: 'text/plain', metadata: { two: '2' } });
      expect(await on.store.head(on.at('other'))).to.deep.include({
        contentType: 'text/plain',
        metadata: { two: '2' },
      });
    });

    it('takes a size and an ETag for a look at the source, and refuses another source', async () => {
      const first = await on.store.put(on.at('source'), Buffer.from('first'), { contentType: 'text/csv' });
      const { etag, size, sha256 } = first;
      const known = { ...on.at('source'), etag, size };
      expect(await on.store.copy(known, on.at('same'))).to.include({ size, sha256 });
      expect(await on.store.copy(known, on.at('typed'), { contentType: 'text/plain', metadata: {} })).to.include({
        sha256,
      });
      expect(await on.store.copy(known, on.at('named'), { metadata: { name: 'x' } })).to.include({ sha256 });
      expect((await on.store.head(on.at('same')))!.contentType).to.equal('text/csv');
      expect((await on.store.head(on.at('typed')))!.contentType).to.equal('text/plain');
      expect(await on.store.head(on.at('named'))).to.deep.include({ contentType: 'text/csv', metadata: { name: 'x' } });
      await on.store.put(on.at('source'), Buffer.from('other'));
      await expectFault(on.store.copy(known, on.at('late')), 'precondition-failed');
      await expectFault(
        on.store.copy(known, on.at('late'), { contentType: 'text/plain', metadata: {} }),
        'precondition-failed',
      );
      expect(await on.store.head(on.at('late'))).to.equal(null);
      await on.store.delete(on.bucket, [on.at('source').key]);
      await expectFault(on.store.copy(known, on.at('late')), 'object-not-found');
    });

    it('pins its source to an ETag', async () => {
      const first = await on.store.put(on.at('source'), Buffer.from('first'));
      await on.store.copy({ ...on.at('source'), etag: first.etag }, on.at('copy'));
      await on.store.put(on.at('source'), Buffer.from('second'));
      await expectFault(on.store.copy({ ...on.at('source'), etag: first.etag }, on.at('late')), 'precondition-failed');
      expect(await on.store.head(on.at('late'))).to.equal(null);
    });

    it('is made under a condition that holds, and is refused under another, which leaves what is there', async () => {
      const { etag, size, sha256 } = await on.store.put(on.at('source'), Buffer.from('source'));
      const known = { ...on.at('source'), etag, size };
      const refuses = async (key: string, onlyIf: { readonly etag: string } | 'absent'): Promise<void> => {
        const there = await on.store.head(on.at(key));
        for (const from of [known, on.at('source')])
          await expectFault(on.store.copy(from, on.at(key), { onlyIf }), 'precondition-failed');
        const replaced = { contentType: 'text/plain', metadata: { one: '1' }, onlyIf };
        await expectFault(on.store.copy(known, on.at(key), replaced), 'precondition-failed');
        expect(await on.store.head(on.at(key))).to.deep.equal(there);
      };
      for (const bucketOfCopy of [on.bucket, on.other]) {
        const to = { bucket: bucketOfCopy, key: `${on.prefix}new` };
        expect(await on.store.copy(known, to, { onlyIf: 'absent' })).to.include({ sha256, size });
        await expectFault(on.store.copy(known, to, { onlyIf: 'absent' }), 'precondition-failed');
        expect((await on.bytesAt(to)).toString()).to.equal('source');
      }
      await refuses('missing', { etag: '"0123456789abcdef0123456789abcdef"' });
      const theirs = await on.store.put(on.at('file'), Buffer.from('theirs'), { contentType: 'text/csv' });
      await refuses('file', 'absent');
      await refuses('file', { etag });
      await on.store.copy(known, on.at('file'), { onlyIf: { etag: theirs.etag } });
      expect((await on.bytesAt(on.at('file'))).toString()).to.equal('source');
    });

    it('is made by exactly one of twenty rivals where a condition lets it, and by one or more where it is looked at', async () => {
      const numbers = Array.from({ length: 20 }, (_, index) => index);
      for (const number of numbers) await on.store.put(on.at(`source ${number}`), Buffer.from(`rival ${number}`));
      for (const target of [on.bucket, on.other]) {
        const to = { bucket: target, key: `${on.prefix}rivals` };
        const copies = numbers.map((number) => on.store.copy(on.at(`source ${number}`), to, { onlyIf: 'absent' }));
        const outcomes = await Promise.allSettled(copies);
        const winners = numbers.filter((number) => outcomes[number]?.status === 'fulfilled');
        if (on.conditionalCopies) expect(winners).to.have.length(1);
        else expect(winners).not.to.have.length(0);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected')
            expect(outcome.reason).to.be.instanceOf(ByteStoreFault).and.include({ code: 'precondition-failed' });
        const made = (await on.bytesAt(to)).toString();
        expect(winners.map((number) => `rival ${number}`)).to.include(made);
      }
    });

    it('says that its source or its bucket is not there', async () => {
      await expectFault(on.store.copy(on.at('missing'), on.at('copy')), 'object-not-found');
      await on.store.put(on.at('source'), Buffer.from('x'));
      await expectFault(on.store.copy(on.at('source'), { bucket: 'no-such-bucket', key: 'k' }), 'bucket-not-found');
    });

    it('carries odd names on both sides', async () => {
      for (const odd of ODD_NAMES) {
        await on.store.put(on.at(odd), Buffer.from(odd));
        await on.store.copy(on.at(odd), on.at(`copies/${odd}`));
        expect((await on.bytesAt(on.at(`copies/${odd}`))).toString()).to.equal(odd);
      }
    });
  });
};
