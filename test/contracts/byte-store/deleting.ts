import { expect } from 'chai';
import { expectFault, type StoreInTest } from './store-in-test.js';

export const describeDeleting = (on: StoreInTest): void => {
  describe('deleting', () => {
    it('removes what is named and nothing else', async () => {
      for (const each of ['a', 'b/1', 'b/2']) await on.store.put(on.at(each), Buffer.from(each));
      await on.store.delete(on.bucket, [`${on.prefix}a`, `${on.prefix}b/1`]);
      expect(await on.listed()).to.deep.equal([`${on.prefix}b/2`]);
    });

    it('of a key that is not there is no error', async () => {
      await on.store.delete(on.bucket, [`${on.prefix}never`, `${on.prefix}never/there`]);
      await on.store.delete(on.bucket, []);
    });

    it('twice at once is no error', async () => {
      await on.store.put(on.at('file'), Buffer.from('x'));
      await Promise.all([
        on.store.delete(on.bucket, [on.at('file').key]),
        on.store.delete(on.bucket, [on.at('file').key]),
      ]);
      expect(await on.store.head(on.at('file'))).to.equal(null);
    });
  });

  describe('uploads in parts', () => {
    it('below a prefix are told and ended, and no others', async () => {
      const names = ['one', 'one', 'per%cent +plus', 'folder/é'];
      for (const name of names) await on.beginUpload(on.at(`ended/${name}`));
      await on.beginUpload(on.at('ended'));
      const below = await on.store.listUploads(on.bucket, `${on.prefix}ended/`);
      expect(below.map(({ key }) => key).sort()).to.deep.equal(names.map((name) => on.at(`ended/${name}`).key).sort());
      await on.store.abortUploads(below);
      expect((await on.uploads(on.bucket)).filter((key) => key.startsWith(on.prefix))).to.deep.equal([
        on.at('ended').key,
      ]);
      const rest = await on.store.listUploads(on.bucket, on.prefix);
      await on.store.abortUploads(rest);
      await on.store.abortUploads(rest);
      expect((await on.uploads(on.bucket)).filter((key) => key.startsWith(on.prefix))).to.deep.equal([]);
      expect(await on.store.listUploads(on.bucket, on.prefix)).to.deep.equal([]);
    });

    it('of a bucket that is not there are a fault', () =>
      expectFault(on.store.listUploads('no-such-bucket', ''), 'bucket-not-found'));
  });
};
