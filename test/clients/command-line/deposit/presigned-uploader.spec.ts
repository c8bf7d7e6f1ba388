import { appendFile, mkdir, mkdtemp, rm, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ApiFault } from '../../../../clients/api/api-fault.js';
import { idIn, preservationClient } from '../../../../clients/api/preservation-client.js';
import { presignedStore, type PresignedStore } from '../../../../clients/api/put-file.js';
import type { Deposit } from '../../../../clients/api/resources.js';
import { presignedUploader } from '../../../../clients/command-line/deposit/presigned-uploader.js';
import { placeOf, type Upload } from '../../../../clients/command-line/deposit/upload-files.js';
import { digestFiles } from '../../../../clients/command-line/folder/digest-files.js';
import { inspectFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import { fileModified } from '../../../../formats/file-modified.js';
import { openedOnce } from '../../../support/platform/opened.js';
import { quiet } from '../../../support/command-line/quiet-progress.js';
import { startTestPlatform } from '../../../support/platform/test-platform.js';

const none = (): void => undefined;
const retries = { now: () => 0, pause: () => Promise.resolve(), notify: none };

describe('the uploader over HTTP', () => {
  const platform = openedOnce(
    () => startTestPlatform(),
    (it) => it.remove(),
  );
  const store = openedOnce(presignedStore);
  let folder: string;
  let deposit: Deposit;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-upload-'));
    await writeFile(join(folder, 'small.txt'), 'small');
    const { body } = await platform.call<Deposit>('POST', '/deposits', { template: 'RootLevel' });
    deposit = body;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const client = () => preservationClient(platform.ready.preservation, { retries });
  const upload = (over: Partial<PresignedStore> = {}) =>
    presignedUploader({ client: client(), store: { put: (...given) => store.put(...given), ...over }, retries });
  const uploads = async (): Promise<Upload[]> => {
    const { files } = (await inspectFolder(folder)).folder;
    const digests = await digestFiles(new Map(files.map((file) => [file.path, file])), quiet);
    return files.map((file) => ({
      file,
      path: `objects/${file.path}`,
      sha256: digests.get(file.path)?.['sha256'] ?? '',
    }));
  };
  const stored = async (path: string) => {
    const { bucket, prefix } = placeOf(deposit);
    return platform.s3.head({ bucket, key: prefix + path });
  };

  it('stores files of any name with their digests, types and times, and empty folders', async () => {
    for (const name of ['empty', 'with spaces #1.txt', '100%.txt', '語.txt', 'a"b.txt'])
      await writeFile(join(folder, name), name === 'empty' ? '' : name);
    await mkdir(join(folder, 'box'));
    await writeFile(join(folder, 'box/large.bin'), '');
    await truncate(join(folder, 'box/large.bin'), 3_000_000);
    await utimes(join(folder, 'small.txt'), 1_700_000_000.25, 1_700_000_000.25);
    const told = { files: 0, bytes: 0 };
    const all = await uploads();
    await upload().files(deposit, all, (files, bytes) => {
      told.files += files;
      told.bytes += bytes;
    });
    await upload().folders(deposit, ['objects/none']);
    for (const { path, sha256, file } of all) expect(await stored(path), path).to.include({ sha256, size: file.size });
    expect(told).to.deep.equal({ files: 7, bytes: all.reduce((sum, { file }) => sum + file.size, 0) });
    const small = await stored('objects/small.txt');
    expect(small).to.include({ contentType: 'text/plain' });
    expect(fileModified(small!)?.toISOString()).to.equal('2023-11-14T22:13:20.250Z');
    expect(await stored('objects/none/')).to.include({ size: 0 });
  });

  it('stores nothing of a file that has changed, or is gone, since its digest was computed', async () => {
    const path = join(folder, 'small.txt');
    for (const change of [() => writeFile(path, 'other'), () => truncate(path, 2), () => unlink(path)]) {
      await writeFile(path, 'small');
      const chosen = await uploads();
      await change();
      const fault = await upload()
        .files(deposit, chosen, none)
        .catch((error: unknown) => (error as Error).message);
      expect(fault).to.match(/small\.txt (changed while|cannot be read)/);
    }
    expect(await stored('objects/small.txt')).to.equal(null);
    await writeFile(path, 'small');
    const grown = await uploads();
    await appendFile(path, ' and more');
    await upload().files(deposit, grown, none);
    expect(await stored('objects/small.txt'), 'the bytes of the digest').to.include({ size: 5 });
  });

  it('sends a file again with a new URL while the store is away, and tells of its bytes once', async () => {
    const urls: string[] = [];
    const bytes: number[] = [];
    await upload({
      put: async (to, file) => {
        urls.push(to.url);
        if (urls.length < 3) {
          file.onSent(2);
          throw new ApiFault('The store is away.', { transient: true });
        }
        await store.put(to, file);
      },
    }).files(deposit, await uploads(), (_, sent) => bytes.push(sent));
    expect(urls).to.have.length(3);
    expect(bytes.reduce((sum, each) => sum + each, 0)).to.equal(5);
    expect(await stored('objects/small.txt')).to.include({ size: 5 });
  });

  it('tells of a store that cannot be reached, which may be there later', async () => {
    const to = { path: 'objects/a', sha256: '', method: 'PUT' as const, url: 'http://127.0.0.1:9/a', headers: {} };
    const file = { location: join(folder, 'small.txt'), size: 5, onSent: none };
    const fault = await store.put(to, file).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ApiFault).and.to.include({ transient: true });
    expect((fault as Error).message).to.match(/^The upload of objects\/a was not answered: .*ECONNREFUSED/);
  });

  it('is refused for a deposit that is deleted', async () => {
    const chosen = await uploads();
    await platform.call('DELETE', `/deposits/${idIn(deposit.id)}`);
    const fault = await upload()
      .files(deposit, chosen, none)
      .catch((error: unknown) => error);
    expect(fault).to.include({ status: 404 });
  });
});
