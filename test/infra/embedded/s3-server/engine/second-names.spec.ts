import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { nodeFiles, type Files } from '../../../../../infra/embedded/file-system/files.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';

const upload = { bucket: 'workspace', key: 'upload' };
const preserved = { bucket: 'repository', key: 'object/content' };

describe('a copy of an upload into the repository', () => {
  const temporary = openedForEach(temporaryEngine);

  const store = () => engineByteStore(temporary.engine);
  const plain = (): string => join(temporary.folder, 'ocfl', preserved.key);
  const uploadedFile = async (): Promise<string> => {
    const entries = await readdir(join(temporary.folder, 'objects'), { recursive: true, withFileTypes: true });
    const file = entries.find((entry) => entry.isFile())!;
    return join(file.parentPath, file.name);
  };
  const expectOwnBytes = async (text: string): Promise<void> => {
    expect(await readFile(plain(), 'utf8')).to.equal(text);
    expect((await stat(plain())).nlink).to.equal(1);
    expect(await readdir(join(temporary.folder, 'tmp'))).to.deep.equal([]);
  };

  it('is a second name of its file, which nobody may write into', async () => {
    await store().put(upload, Buffer.from('bytes'), { contentType: 'text/plain' });
    const stored = await store().copy(upload, preserved);
    const [first, second] = [await stat(await uploadedFile()), await stat(plain())];
    expect([second.ino, second.dev, second.nlink]).to.deep.equal([first.ino, first.dev, 2]);
    expect(second.mode & 0o733).to.equal(0o400);
    expect(await store().head(preserved)).to.include({ ...stored, contentType: 'text/plain' });
    expect(await readdir(join(temporary.folder, 'tmp'))).to.deep.equal([]);
  });

  it('stays where the upload is replaced or deleted', async () => {
    await store().put(upload, Buffer.from('bytes'));
    await store().copy(upload, preserved);
    await store().put(upload, Buffer.from('others'));
    await store().delete(upload.bucket, [upload.key]);
    await expectOwnBytes('bytes');
  });

  it('replaces what is there, and has bytes of its own the second time', async () => {
    await store().put(preserved, Buffer.from('before'));
    await store().put(upload, Buffer.from('bytes'));
    for (const links of [2, 1]) {
      await store().copy(upload, preserved);
      expect(await readFile(plain(), 'utf8')).to.equal('bytes');
      expect((await stat(plain())).nlink).to.equal(links);
    }
  });

  it('has bytes of its own where the file system has no links', async () => {
    await store().put(upload, Buffer.from('bytes'));
    await temporary.reopen({ ...nodeFiles, link: () => Promise.resolve(false) });
    await store().copy(upload, preserved);
    await expectOwnBytes('bytes');
  });

  it('has bytes of its own where its owner may write into the file, as into those of earlier versions', async () => {
    await store().put(upload, Buffer.from('bytes'));
    await chmod(await uploadedFile(), 0o600);
    await store().copy(upload, preserved);
    await expectOwnBytes('bytes');
  });

  it('has the bytes of the file that was opened, whatever has come to its path since', async () => {
    await store().put(upload, Buffer.from('bytes'));
    const link: Files['link'] = async (from, to) => {
      await writeFile(`${from}.new`, 'wrong');
      await rename(`${from}.new`, from);
      return nodeFiles.link(from, to);
    };
    await temporary.reopen({ ...nodeFiles, link });
    await store().copy(upload, preserved);
    await expectOwnBytes('bytes');
  });

  it('has bytes of its own where the upload is given another name at the same moment', async () => {
    await store().put(upload, Buffer.from('bytes'));
    const link: Files['link'] = async (from, to) =>
      (await nodeFiles.link(from, join(temporary.folder, 'for-tools'))) && nodeFiles.link(from, to);
    await temporary.reopen({ ...nodeFiles, link });
    await store().copy(upload, preserved);
    await expectOwnBytes('bytes');
  });

  it('out of the repository, or within one bucket, has bytes of its own', async () => {
    await store().put(preserved, Buffer.from('bytes'));
    const [out, within] = [upload, { ...preserved, key: 'object/other' }];
    for (const to of [out, within]) await store().copy(preserved, to);
    await store().copy(out, { ...upload, key: 'another' });
    expect((await stat(await uploadedFile())).nlink).to.equal(1);
    await expectOwnBytes('bytes');
  });

  it('lies in folders that only the owner of the store may enter until it is preserved', async () => {
    for (const folder of ['objects', 'tmp']) await chmod(join(temporary.folder, folder), 0o755);
    await temporary.reopen();
    for (const folder of ['objects', 'tmp'])
      expect((await stat(join(temporary.folder, folder))).mode & 0o777, folder).to.equal(0o700);
  });
});
