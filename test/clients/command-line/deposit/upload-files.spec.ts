import { appendFile, mkdtemp, readFile, rm, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { digestFiles } from '../../../../clients/command-line/folder/digest-files.js';
import { inspectFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import { uploadFiles, type Upload } from '../../../../clients/command-line/deposit/upload-files.js';
import { ByteStoreFault, type ByteStore } from '../../../../formats/bytes.js';

const quiet = (): void => undefined;

/** Takes every body whole and keeps nothing; tells how many came. */
const sink = (): { objects: ByteStore; taken: () => number } => {
  let taken = 0;
  const put: ByteStore['put'] = async (_, body) => {
    if (!(body instanceof Uint8Array)) for await (const chunk of body.stream) expect(chunk).to.have.length.above(0);
    taken += 1;
    return { etag: '""', sha256: '', size: 0 };
  };
  return { objects: { put } as ByteStore, taken: () => taken };
};

describe('reading files on their way into a deposit', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-upload-'));
    await writeFile(join(folder, 'small.txt'), 'small');
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(3_000_000, 1));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const uploads = async (...names: string[]): Promise<Upload[]> =>
    (await inspectFolder(folder)).folder.files
      .filter(({ path }) => names.length === 0 || names.includes(path))
      .map((file) => ({ file, to: { bucket: 'b', key: file.path }, sha256: undefined }));
  const fault = async (chosen: readonly Upload[], objects = sink().objects): Promise<string> =>
    uploadFiles(objects, chosen, quiet).then(
      () => 'uploaded',
      (error: unknown) => (error as Error).message,
    );

  it('tells the store when each was changed', async () => {
    await utimes(join(folder, 'small.txt'), 1_700_000_000.25, 1_700_000_000.25);
    await utimes(join(folder, 'large.bin'), 5, 5);
    const told: Record<string, unknown> = {};
    const { objects } = sink();
    const put: ByteStore['put'] = (at, body, options) => {
      told[at.key] = options?.metadata;
      return objects.put(at, body, options);
    };
    await uploadFiles({ put }, await uploads(), quiet);
    expect(told).to.deep.equal({ 'small.txt': { mtime: '1700000000.250000' }, 'large.bin': { mtime: '5.000000' } });
  });

  it('notices a file that grew, shrank or went since the folder was looked through', async () => {
    const changes = [
      (path: string) => appendFile(path, 'x'),
      (path: string) => truncate(path, 2),
      (path: string) => unlink(path),
    ];
    for (const change of changes) {
      for (const name of ['small.txt', 'large.bin']) {
        const chosen = await uploads(name);
        const before = await readFile(join(folder, name));
        await change(join(folder, name));
        expect(await fault(chosen), name).to.match(new RegExp(`^${name} (changed while|cannot be read)`));
        await writeFile(join(folder, name), before);
      }
    }
  });

  it('notices a small file whose digest is not the one that was planned with', async () => {
    const chosen = (await uploads('small.txt')).map((upload) => ({ ...upload, sha256: '0'.repeat(64) }));
    expect(await fault(chosen)).to.match(/^small\.txt changed while it was read/);
  });

  it('puts a file again, from its beginning, while the store is away', async () => {
    let turns = 0;
    const bodies: number[] = [];
    const put: ByteStore['put'] = async (_, body) => {
      let bytes = body instanceof Uint8Array ? body.length : 0;
      const away = turns++ < 2;
      if (!(body instanceof Uint8Array)) {
        for await (const chunk of body.stream) {
          bytes += (chunk as Buffer).length;
          if (away) throw new ByteStoreFault('outcome-unknown', 'the connection is gone');
        }
      }
      if (away) throw new ByteStoreFault('store-unavailable', 'the store is away');
      bodies.push(bytes);
      return { etag: '""', sha256: '', size: bytes };
    };
    for (const [name, size] of [
      ['small.txt', 5],
      ['large.bin', 3_000_000],
    ] as const) {
      turns = 0;
      const told = { files: 0, bytes: 0 };
      const said: string[] = [];
      const patience = { now: () => 0, pause: () => Promise.resolve(), notify: (text: string) => void said.push(text) };
      const advance = (files: number, bytes: number): void => {
        told.files += files;
        told.bytes += bytes;
      };
      await uploadFiles({ put }, await uploads(name), advance, patience);
      expect(told, name).to.deep.equal({ files: 1, bytes: size });
      expect(bodies.splice(0), name).to.deep.equal([size]);
      expect(said, name).to.have.length(1);
    }
  });

  it('tells of the bytes of a large file as they go', async () => {
    const told: number[] = [];
    await uploadFiles(sink().objects, await uploads('large.bin'), (_, bytes) => told.push(bytes));
    expect(told.length).to.be.above(10);
    expect(told.reduce((sum, bytes) => sum + bytes, 0)).to.equal(3_000_000);
  });

  it('begins nothing more after a failure, and reports one', async () => {
    for (let each = 0; each < 50; each++) await writeFile(join(folder, `f${each}`), 'x');
    let asked = 0;
    const failing = {
      put: () => Promise.reject(new Error(`no room ${++asked}`)),
    } as unknown as ByteStore;
    expect(await fault(await uploads(), failing)).to.match(/^no room/);
    expect(asked).to.be.at.most(32);
  });

  it('digests files as they are, and says which one cannot be read', async () => {
    const files = (await uploads()).map(({ file }) => [file.path, file] as const);
    const digests = await digestFiles(new Map(files));
    expect(digests.get('small.txt')).to.equal('81db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130');
    await unlink(join(folder, 'large.bin'));
    const message = await digestFiles(new Map(files)).catch((error: unknown) => (error as Error).message);
    expect(message).to.match(/^large\.bin cannot be read: /);
  });
});
