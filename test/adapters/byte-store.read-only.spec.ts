import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { ByteStore } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import { readOnlyByteStore } from '../../infra/embedded/read-only-byte-store.js';
import { drain, faultOf } from '../contracts/byte-store/store-in-test.js';
import { collected } from '../support/collected.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('plain files, opened to be read as a byte store', () => {
  const folder = temporaryFolder();
  const bucket = 'repository';
  let store: ByteStore;

  beforeEach(async () => {
    store = readOnlyByteStore(bucket, folder());
    for (const key of ['a/b', 'a.b', 'a/Ü #%/c', 'b/1', 'v10/x', 'v2/x']) {
      await mkdir(dirname(join(folder(), key)), { recursive: true });
      await writeFile(join(folder(), key), `bytes of ${key}`);
    }
    await symlink(join(folder(), 'b'), join(folder(), 'link'));
  });

  const keys = async (prefix: string, after?: string): Promise<string[]> =>
    (await collected(store.list(bucket, prefix, after === undefined ? {} : { after }))).map(({ key }) => key);

  it('gives bytes, sizes and parts of files, and follows no link', async () => {
    const at = { bucket, key: 'a/Ü #%/c' };
    const { info, bytes } = await readWhole(store, at);
    expect(bytes.toString()).to.equal('bytes of a/Ü #%/c');
    expect(info).to.include({ size: bytes.length, sha256: null, contentType: null });
    expect(await store.head(at)).to.include({ size: bytes.length, etag: info.etag });
    const part = await store.get(at, { range: { start: 6, end: 7 } });
    expect((await drain(part.stream)).toString()).to.equal('of');
    expect((await drain((await store.get(at, { range: { start: 6 } })).stream)).length).to.equal(bytes.length - 6);
    for (const key of ['link/1', 'b', 'c', '../x', 'a//b']) {
      expect(await store.head({ bucket, key }), key).to.equal(null);
      expect(await faultOf(store.get({ bucket, key })), key).to.include({ code: 'object-not-found' });
    }
  });

  it('gives files of any size, and parts of them', async () => {
    for (const size of [0, 65_536, 65_537, 300_000]) {
      const [at, bytes] = [{ bucket, key: `of ${size} bytes` }, Buffer.alloc(size, 'muniment ')];
      await writeFile(join(folder(), at.key), bytes);
      expect((await drain((await store.get(at)).stream)).equals(bytes), at.key).to.equal(true);
      if (size === 0) continue;
      const rest = (await store.get(at, { range: { start: size - 9 } })).stream;
      expect((await drain(rest)).equals(bytes.subarray(size - 9)), at.key).to.equal(true);
    }
  });

  it('lists keys and folders in the order of the whole keys', async () => {
    expect(await keys('')).to.deep.equal(['a.b', 'a/b', 'a/Ü #%/c', 'b/1', 'v10/x', 'v2/x']);
    expect(await keys('a/')).to.deep.equal(['a/b', 'a/Ü #%/c']);
    expect(await keys('v')).to.deep.equal(['v10/x', 'v2/x']);
    expect(await keys('', 'a/b')).to.deep.equal(['a/Ü #%/c', 'b/1', 'v10/x', 'v2/x']);
    expect(await collected(store.listFolders(bucket, ''))).to.deep.equal(['a', 'b', 'v10', 'v2']);
    expect(await collected(store.listFolders(bucket, 'a/'))).to.deep.equal(['Ü #%']);
    expect(await collected(store.listFolders(bucket, 'none/'))).to.deep.equal([]);
  });

  it('refuses another bucket, another version, a range behind the end, and everything that writes', async () => {
    const at = { bucket, key: 'b/1' };
    expect(await faultOf(store.head({ bucket: 'other', key: 'b/1' }))).to.include({ code: 'bucket-not-found' });
    expect(await faultOf(store.get(at, { etag: '"x"' }))).to.include({ code: 'precondition-failed' });
    expect(await faultOf(store.get(at, { range: { start: 99 } }))).to.include({ code: 'range-unsatisfiable' });
    expect(await faultOf(store.put(at, Buffer.from('x')))).to.include({ code: 'store-denied' });
    expect(await faultOf(store.copy(at, { bucket, key: 'c' }))).to.include({ code: 'store-denied' });
    expect(await store.listUploads(bucket, '')).to.deep.equal([]);
  });
});
