import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { failureOf } from '../../support/failure-of.js';
import { expectFault, ODD_NAMES, type StoreInTest } from './store-in-test.js';

/** Legal for S3, impossible as a file path. */
const KEYS_NO_FILE_HAS = [
  '/leading',
  'double//slash',
  'two slashes//',
  'folder/./dot',
  'folder/../dots',
  `long/${'n'.repeat(300)}`,
];

export const describeKeys = (on: StoreInTest): void => {
  describe('keys', () => {
    for (const odd of ODD_NAMES) {
      it(`hold ${JSON.stringify(odd)} unchanged`, async () => {
        await on.store.put(on.at(odd), Buffer.from(odd));
        expect((await on.bytesAt(on.at(odd))).toString()).to.equal(odd);
        expect(await on.listed()).to.deep.equal([on.prefix + odd]);
        await on.store.delete(on.bucket, [on.prefix + odd]);
        expect(await on.store.head(on.at(odd))).to.equal(null);
      });
    }

    it('tell apart names that differ only in their Unicode form or case', async () => {
      const names = ['caf\u00e9', 'cafe\u0301', 'CAF\u00c9'];
      for (const each of names) await on.store.put(on.at(each), Buffer.from(each));
      for (const each of names) expect((await on.bytesAt(on.at(each))).toString()).to.equal(each);
    });

    it('may have 1,024 bytes and no more', async () => {
      const deep = `${on.prefix}${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(200)}/${'g'.repeat(200)}/`;
      const key = deep.padEnd(1_024, 'h');
      await on.store.put({ bucket: on.bucket, key }, Buffer.from('deep'));
      expect((await on.bytesAt({ bucket: on.bucket, key })).toString()).to.equal('deep');
      await expectFault(on.store.put({ bucket: on.bucket, key: `${key}h` }, Buffer.from('x')), 'key-refused');
    });

    it('are well-formed and not empty', async () => {
      for (const key of ['', `${on.prefix}\ud800`]) {
        await expectFault(on.store.put({ bucket: on.bucket, key }, Buffer.from('x')), 'key-refused');
        expect(await on.store.head({ bucket: on.bucket, key })).to.equal(null);
      }
    });

    for (const key of KEYS_NO_FILE_HAS) {
      it(`like ${JSON.stringify(key).slice(0, 30)} are held, or refused where keys are file paths`, async () => {
        // The odd part of a leading slash is that it stands first.
        const address = key.startsWith('/') ? { bucket: on.bucket, key: `/${on.prefix}${key}` } : on.at(key);
        if (on.anyKey) {
          await on.store.put(address, Buffer.from(key));
          expect((await on.bytesAt(address)).toString()).to.equal(key);
          expect(await on.listed(address.key)).to.deep.equal([address.key]);
        } else {
          await expectFault(on.store.put(address, Buffer.from(key)), 'key-refused');
          expect(await on.store.head(address)).to.equal(null);
          expect(await on.listed()).to.deep.equal([]);
        }
      });
    }

    it('that no file has never stand for another key', async () => {
      const keys = ['a/b', 'b', 'c/a/b'];
      const odd = ['a//b', 'a/./b', 'c/../b', 'c/./../c/a/b'];
      for (const key of keys) await on.store.put(on.at(key), Buffer.from(key));
      for (const key of odd) {
        expect(await on.store.head(on.at(key)), key).to.equal(null);
        await expectFault(on.store.get(on.at(key)), 'object-not-found');
        await expectFault(on.store.copy(on.at(key), on.at('copy')), 'object-not-found');
        if (on.anyKey) await on.store.copy(on.at('b'), on.at(key));
        else await expectFault(on.store.copy(on.at('b'), on.at(key)), 'key-refused');
      }
      for (const key of keys) expect((await on.bytesAt(on.at(key))).toString()).to.equal(key);
      const all = odd.map((key) => on.prefix + key);
      await on.store.delete(on.bucket, all);
      expect(await on.listed()).to.deep.equal(keys.map((key) => on.prefix + key));
    });

    it('that end in a slash stand for folders, or are refused', async () => {
      const refused = await failureOf(on.store.put(on.at('folder/'), new Uint8Array()));
      if (refused === undefined) {
        await on.store.put(on.at('folder/file'), Buffer.from('x'));
        expect(await on.store.head(on.at('folder/'))).to.include({ size: 0 });
        expect(await on.listed()).to.deep.equal([`${on.prefix}folder/`, `${on.prefix}folder/file`]);
      } else expect(refused).to.be.instanceOf(ByteStoreFault).and.include({ code: 'key-refused' });
    });

    it('that end in a slash hold bytes, or are refused where keys are file paths', async () => {
      const refused = await failureOf(on.store.put(on.at('bytes/'), Buffer.from('x')));
      if (refused === undefined) expect((await on.bytesAt(on.at('bytes/'))).toString()).to.equal('x');
      else expect(refused).to.be.instanceOf(ByteStoreFault).and.include({ code: 'key-refused' });
      if (on.anyKey) expect(refused).to.equal(undefined);
    });

    it('may stand above one another, or the second is refused or unlisted where keys are file paths', async () => {
      for (const [first, second] of [
        ['a', 'a/b'],
        ['c/d', 'c'],
      ] as const) {
        await on.store.put(on.at(first), Buffer.from(first));
        const put = on.store.put(on.at(second), Buffer.from(second));
        if (on.nested === 'refused') await expectFault(put, 'key-refused');
        else {
          await put;
          expect((await on.bytesAt(on.at(second))).toString()).to.equal(second);
        }
        expect((await on.bytesAt(on.at(first))).toString()).to.equal(first);
      }
      expect(await on.store.head(on.at('c/d/e'))).to.equal(null);
      const shown = { held: ['a', 'a/b', 'c', 'c/d'], refused: ['a', 'c/d'], unlisted: ['a', 'c'] };
      expect(await on.listed()).to.deep.equal(shown[on.nested].map((key) => on.prefix + key));
    });
  });
};
