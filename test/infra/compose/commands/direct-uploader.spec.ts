import { appendFile, mkdir, readFile, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Deposit } from '../../../../clients/api/resources.js';
import { inspectFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import type { Upload } from '../../../../clients/command-line/deposit/upload-files.js';
import { directUploader } from '../../../../infra/compose/commands/direct-uploader.js';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ObjectEngine } from '../../../../infra/embedded/s3-server/s3-server.js';
import { readWhole } from '../../../../formats/read-whole.js';
import { engineByteStore } from '../../../../infra/embedded/byte-store.js';
import { temporaryEngine } from '../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../support/platform/opened.js';
import { sha256Of } from '../../../support/sha256.js';
import { keysIn } from '../../../support/s3/keys-in.js';

const quiet = (): void => undefined;
const deposit = { files: 's3://workspace/d/' } as Deposit;
const LARGE = 20 * 1024 * 1024;

describe('the uploader of the process that has the store', () => {
  const temporary = openedForEach(temporaryEngine);
  let folder: string;
  beforeEach(async () => {
    folder = join(temporary.folder, 'letters');
    await mkdir(folder);
    await writeFile(join(folder, 'small.txt'), 'small');
  });

  const uploads = async (...names: string[]): Promise<Upload[]> =>
    (await inspectFolder(folder)).folder.files
      .filter(({ path }) => names.length === 0 || names.includes(path))
      .map((file) => ({ file, path: file.path, sha256: sha256Of(readFileSync(file.location)) }));
  const fault = (chosen: readonly Upload[]): Promise<string> =>
    directUploader(temporary.engine)
      .files(deposit, chosen, quiet)
      .then(
        () => 'uploaded',
        (error: unknown) => (error as Error).message,
      );
  const stored = async (): Promise<readonly string[]> => {
    return keysIn(temporary.engine, 'workspace');
  };

  it('stores files of any name with their bytes, digests, types and times', async () => {
    const names = [
      'empty',
      'with spaces.txt',
      'a#b.jpg',
      '100%.txt',
      '🎞️.tif',
      'é.txt',
      ...Array.from({ length: 300 }, (_, n) => `${n}`),
    ];
    for (const name of names) await writeFile(join(folder, name), name === 'empty' ? '' : `content of ${name}`);
    await utimes(join(folder, 'small.txt'), 1_700_000_000.25, 1_700_000_000.25);
    const told = { files: 0, bytes: 0 };
    await directUploader(temporary.engine).files(deposit, await uploads(), (files, bytes) => {
      told.files += files;
      told.bytes += bytes;
    });
    const store = engineByteStore(temporary.engine);
    let bytes = 0;
    for (const name of [...names, 'small.txt']) {
      const at = { bucket: 'workspace', key: `d/${name}` };
      const content = await readFile(join(folder, name));
      bytes += content.length;
      const info = await store.head(at);
      expect(info?.sha256, name).to.equal(sha256Of(content));
      expect(info?.etag, name).to.match(/^"[0-9a-f]{32}-1"$/);
      expect((await readWhole(store, at)).bytes.equals(content), name).to.equal(true);
    }
    expect(told).to.deep.equal({ files: names.length + 1, bytes });
    const small = await temporary.engine.head({ bucket: 'workspace', key: 'd/small.txt' });
    expect(small?.metadata).to.deep.equal({ mtime: '1700000000.250000' });
    expect(small?.contentType).to.equal('text/plain');
  });

  it('notices a file that grew, shrank or went since the folder was looked through, and stores none of it', async () => {
    const path = join(folder, 'small.txt');
    for (const change of [() => appendFile(path, 'x'), () => truncate(path, 2), () => unlink(path)]) {
      await writeFile(path, 'small');
      const chosen = await uploads('small.txt');
      await change();
      expect(await fault(chosen)).to.match(/small\.txt (changed while|cannot be read)/);
    }
    expect(await stored()).to.deep.equal([]);
  });

  it('notices a file whose digest is not the one that was planned with', async () => {
    const chosen = (await uploads('small.txt')).map((upload) => ({ ...upload, sha256: '0'.repeat(64) }));
    expect(await fault(chosen)).to.match(/small\.txt changed while it was read/);
    expect(await stored()).to.deep.equal([]);
  });

  it('puts a file again while the store is away, and tells of its bytes once', async () => {
    let turns = 0;
    const engine: ObjectEngine = {
      ...temporary.engine,
      commit: (...given) =>
        turns++ < 2
          ? Promise.reject(new ByteStoreFault('store-unavailable', 'the store is away'))
          : temporary.engine.commit(...given),
    };
    const told = { files: 0, bytes: 0 };
    const said: string[] = [];
    const patience = { now: () => 0, pause: () => Promise.resolve(), notify: (text: string) => void said.push(text) };
    await directUploader(engine, patience).files(deposit, await uploads(), (files, bytes) => {
      told.files += files;
      told.bytes += bytes;
    });
    expect(told).to.deep.equal({ files: 1, bytes: 5 });
    expect(said).to.have.length(1);
  });

  it('makes empty folders', async () => {
    await directUploader(temporary.engine).folders(deposit, ['objects/a', 'objects/b/c']);
    expect(await stored()).to.deep.equal(['d/objects/a/', 'd/objects/b/c/']);
  });

  it('tells of the bytes of a large file as they go', async () => {
    await writeFile(join(folder, 'large.bin'), '');
    await truncate(join(folder, 'large.bin'), LARGE);
    const told: number[] = [];
    await directUploader(temporary.engine).files(deposit, await uploads('large.bin'), (_, bytes) => told.push(bytes));
    expect(told.length).to.be.above(2);
    expect(told.reduce((sum, bytes) => sum + bytes, 0)).to.equal(LARGE);
  });

  it('begins nothing more after a failure, and reports one', async () => {
    for (let each = 0; each < 300; each++) await writeFile(join(folder, `f${each}`), 'x');
    let asked = 0;
    const engine: ObjectEngine = {
      ...temporary.engine,
      stage: () => Promise.reject(new Error(`no room ${++asked}`)),
    };
    const message = await directUploader(engine)
      .files(deposit, await uploads(), quiet)
      .catch((error: unknown) => (error as Error).message);
    expect(message).to.match(/^no room/);
    expect(asked).to.be.at.most(96);
  });
});
