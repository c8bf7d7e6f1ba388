import { expect } from 'chai';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../../../../../formats/read-whole.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';
import { writable } from '../../../../support/repository/writable.js';

describe('an object of the embedded store as a file for tools', () => {
  const embedded = openedForEach(temporaryEngine);

  const put = async (key: string, text: string): Promise<{ bucket: string; key: string; etag: string }> => {
    const at = { bucket: 'workspace', key };
    const { etag } = await engineByteStore(embedded.engine).put(at, Buffer.from(text));
    return { ...at, etag };
  };

  it('is a link to its bytes, which takes no room and stays the same when the object is replaced or deleted', async () => {
    const path = join(embedded.folder, 'linked');
    await embedded.engine.link(await put('a b', 'first'), path);
    expect(statSync(path).nlink).to.equal(2);
    await put('a b', 'second');
    await embedded.engine.delete('workspace', ['a b']);
    expect(readFileSync(path, 'utf8')).to.equal('first');
  });

  it('is a copy on another disk', async function () {
    const path = `/dev/shm/muniment-link-${process.pid}`;
    const { dev } = statSync('/dev/shm', { throwIfNoEntry: false }) ?? {};
    if (dev === undefined || dev === statSync(embedded.folder).dev) this.skip();
    try {
      await embedded.engine.link(await put('a', 'bytes'), path);
      expect(readFileSync(path, 'utf8')).to.equal('bytes');
    } finally {
      rmSync(path, { force: true });
    }
  });

  it('is a copy where the repository has its bytes, so that no tool can write into those', async () => {
    const from = await put('a', 'preserved');
    await engineByteStore(embedded.engine).copy(from, { bucket: 'repository', key: 'object/a' });
    const path = join(embedded.folder, 'for-tools');
    await embedded.engine.link(from, path);
    writeFileSync(await writable(path), 'by a tool');
    expect(readFileSync(join(embedded.folder, 'ocfl/object/a'), 'utf8')).to.equal('preserved');
    expect((await readWhole(engineByteStore(embedded.engine), from)).bytes.toString()).to.equal('preserved');
  });

  it('that a tool has is copied into the repository with bytes of its own', async () => {
    const from = await put('a', 'preserved');
    const path = join(embedded.folder, 'for-tools');
    await embedded.engine.link(from, path);
    await engineByteStore(embedded.engine).copy(from, { bucket: 'repository', key: 'object/a' });
    expect(statSync(join(embedded.folder, 'ocfl/object/a')).nlink).to.equal(1);
    writeFileSync(await writable(path), 'by a tool');
    expect(readFileSync(join(embedded.folder, 'ocfl/object/a'), 'utf8')).to.equal('preserved');
  });

  it('may be empty', async () => {
    const path = join(embedded.folder, 'empty');
    await embedded.engine.link(await put('empty', ''), path);
    expect(statSync(path).size).to.equal(0);
  });

  it('is refused where the object was replaced or deleted', async () => {
    const before = await put('a', 'first');
    await put('a', 'second');
    const codes: unknown[] = [];
    for (const from of [before, { ...before, key: 'none' }]) {
      await embedded.engine.link(from, join(embedded.folder, 'refused')).catch((error: unknown) => {
        codes.push((error as { code: unknown }).code);
      });
    }
    expect(codes).to.deep.equal(['precondition-failed', 'object-not-found']);
  });
});
