import { expect } from 'chai';
import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import { collected } from '../../support/collected.js';
import { expectFault, inParallel, type StoreInTest } from './store-in-test.js';

export const describeListing = (on: StoreInTest): void => {
  describe('listing', () => {
    it('runs in the order of UTF-8 bytes, whole keys compared', async () => {
      const names = ['a-b', 'a.b', 'a/b', 'a/b.c', 'a0', 'a', 'Z', '\u00e9', '\uff5e', '\u{1f600}', 'a b/c'];
      const keys = names.filter((each) => on.nested === 'held' || each !== 'a').map((each) => on.prefix + each);
      for (const key of keys) await on.store.put({ bucket: on.bucket, key }, Buffer.from(key));
      expect(await on.listed()).to.deep.equal(keys.toSorted(compareUtf8));
    });

    it('begins after the key given, whether or not it is there', async () => {
      for (const each of ['a', 'b/1', 'b/2', 'c']) await on.store.put(on.at(each), Buffer.from(each));
      const after = (key: string): Promise<string[]> => on.listed(on.prefix, on.prefix + key);
      expect(await after('a')).to.deep.equal(['b/1', 'b/2', 'c'].map((each) => on.prefix + each));
      expect(await after('b/1')).to.deep.equal(['b/2', 'c'].map((each) => on.prefix + each));
      expect(await after('b/')).to.deep.equal(['b/1', 'b/2', 'c'].map((each) => on.prefix + each));
      expect(await after('b0')).to.deep.equal([`${on.prefix}c`]);
      expect(await after('c')).to.deep.equal([]);
    });

    it('keeps to the prefix, which need not end at a slash', async () => {
      for (const each of ['ab/1', 'abc', 'abd/2', 'b']) await on.store.put(on.at(each), Buffer.from(each));
      expect(await on.listed(`${on.prefix}ab`)).to.deep.equal(['ab/1', 'abc', 'abd/2'].map((each) => on.prefix + each));
      expect(await on.listed(`${on.prefix}ab/`)).to.deep.equal([`${on.prefix}ab/1`]);
      expect(await on.listed(`${on.prefix}nothing`)).to.deep.equal([]);
    });

    it('tells size, ETag and time of each object', async () => {
      const stored = await on.store.put(on.at('file'), Buffer.from('12345'));
      for await (const object of on.store.list(on.bucket, on.prefix)) {
        expect(object).to.include({ bucket: on.bucket, key: `${on.prefix}file`, size: 5, etag: stored.etag });
        expect(object.lastModified).to.be.instanceOf(Date);
      }
    });

    it('says that a bucket is not there', async () => {
      await expectFault(collected(on.store.list('no-such-bucket', '')), 'bucket-not-found');
    });

    it('goes on past a thousand keys, all of which one delete removes', async () => {
      const keys = Array.from({ length: 1_050 }, (_, index) => `${on.prefix}n/${String(index).padStart(5, '0')}`);
      await inParallel(keys, 16, (key) => on.store.put({ bucket: on.bucket, key }, Buffer.from('n')));
      expect(await on.listed()).to.deep.equal(keys);
      await on.store.delete(on.bucket, keys);
      expect(await on.listed()).to.deep.equal([]);
    });
  });

  describe('listing folders', () => {
    const folders = (below = on.prefix): Promise<string[]> => collected(on.store.listFolders(on.bucket, below));

    it('gives each name between the prefix and the next slash once, in the order of the keys', async () => {
      const names = ['v1/content/a', 'v1/inventory.json', 'v10/a', 'v2/b/c/d', 'v1-old/a', 'a #%+/b', '\u{1f600}/c'];
      for (const each of [...names, 'inventory.json']) await on.store.put(on.at(each), Buffer.from(each));
      expect(await folders()).to.deep.equal(['a #%+', 'v1-old', 'v1', 'v10', 'v2', '\u{1f600}']);
      expect(await folders(`${on.prefix}v2/`)).to.deep.equal(['b']);
      expect(await folders(`${on.prefix}v3/`)).to.deep.equal([]);
    });

    it('leaves out names that are not wanted', async () => {
      for (const each of ['v1/content/a', 'v1/inventory.json', 'v10/a', 'v2/b/c/d', 'v2x/a', 'inventory.json'])
        await on.store.put(on.at(each), Buffer.from(each));
      const wanted = collected(on.store.listFolders(on.bucket, on.prefix, (name) => name.startsWith('v2')));
      expect(await wanted).to.deep.equal(['v2', 'v2x']);
    });

    it('goes on past a thousand names', async () => {
      const keys = Array.from({ length: 1_050 }, (_, index) => `${on.prefix}${String(index).padStart(5, '0')}/n`);
      await inParallel(keys, 16, (key) => on.store.put({ bucket: on.bucket, key }, Buffer.from('n')));
      expect(await folders()).to.have.length(1_050);
    });

    it('says that a bucket is not there', async () => {
      await expectFault(collected(on.store.listFolders('no-such-bucket', '')), 'bucket-not-found');
    });
  });
};
