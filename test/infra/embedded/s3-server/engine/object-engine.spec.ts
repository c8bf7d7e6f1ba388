import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, rename, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { ByteStore } from '../../../../../formats/bytes.js';
import { readWhole } from '../../../../../formats/read-whole.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { type ObjectEngine, openObjectEngine } from '../../../../../infra/embedded/s3-server/s3-server.js';
import { nodeFiles, type Files } from '../../../../../infra/embedded/file-system/files.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';
import { codeOfFault } from '../../../../support/s3/code-of-fault.js';
import { writable } from '../../../../support/repository/writable.js';
import { sha256Of } from '../../../../support/sha256.js';

const MiB = 1024 ** 2;

const attributes = { contentType: 'text/plain', headers: { 'cache-control': 'no-store' }, metadata: { a: '1' } };
const body = (text: string): Readable => Readable.from([Buffer.from(text)]);
const failing = (code: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(`${code}: injected`), { code, syscall: 'write' }));

describe('the object engine', () => {
  const temporary = openedForEach(temporaryEngine);
  let engine: ObjectEngine;
  let store: ByteStore;
  const use = (opened: ObjectEngine): void => {
    engine = opened;
    store = engineByteStore(opened);
  };
  beforeEach(() => {
    use(temporary.engine);
  });

  const put = (bucket: string, key: string, text: string) => store.put({ bucket, key }, Buffer.from(text));
  const textAt = async (bucket: string, key: string): Promise<string> =>
    (await readWhole(store, { bucket, key })).bytes.toString();
  const onDisk = (...segments: string[]): string => join(temporary.folder, ...segments);

  describe('on the disk', () => {
    it('keeps the repository as plain files with nothing else below its root', async () => {
      await put('repository', 'a/b/file.txt', 'plain');
      expect(await readFile(onDisk('ocfl/a/b/file.txt'), 'utf8')).to.equal('plain');
      expect(await readdir(onDisk('ocfl'), { recursive: true })).to.have.members(['a', 'a/b', 'a/b/file.txt']);
    });

    it('puts what it gave itself, with the digest that it should have and under a condition', async () => {
      const bytes = Buffer.alloc(2 * MiB, 'a large inventory ');
      const sha256 = sha256Of(bytes);
      const from = { bucket: 'workspace', key: 'staged' };
      const to = { bucket: 'repository', key: 'a/inventory' };
      await store.put(from, bytes);
      const putFrom = async (sha256: string, onlyIf: 'absent' | { readonly etag: string }) => {
        const { stream } = await store.get(from);
        const put = store.put(to, { stream, size: bytes.length }, { sha256, onlyIf });
        return put.finally(() => stream.destroy());
      };
      expect(await codeOfFault(putFrom('0'.repeat(64), 'absent'))).to.equal('digest-mismatch');
      expect(await store.head(to)).to.equal(null);
      const { etag, ...stored } = await putFrom(sha256, 'absent');
      expect(stored).to.deep.equal({ sha256, size: bytes.length });
      expect(await codeOfFault(putFrom(sha256, 'absent'))).to.equal('precondition-failed');
      expect(await putFrom(sha256, { etag })).to.deep.equal({ etag, ...stored });
      expect((await readWhole(store, to)).bytes.equals(bytes)).to.equal(true);
      expect(await readdir(onDisk('tmp'))).to.deep.equal([]);
    });

    it('puts only the rest of a stream of which something was read', async () => {
      const bytes = Buffer.alloc(2 * MiB, 'a large inventory ');
      const from = { bucket: 'workspace', key: 'staged' };
      await store.put(from, bytes);
      const { stream } = await store.get(from);
      await once(stream, 'readable');
      const first = stream.read() as Buffer;
      const rest = bytes.subarray(first.length);
      const to = { bucket: 'repository', key: 'rest' };
      await store.put(to, { stream, size: rest.length }, { sha256: sha256Of(rest) });
      expect((await readWhole(store, to)).bytes.equals(rest)).to.equal(true);
    });

    it('makes the ETag of a large stream with a known digest of that, the same for the same bytes', async () => {
      const bytes = Buffer.alloc(20 * MiB, 'a state file ');
      const sha256 = sha256Of(bytes);
      const putAs = (key: string, pieces: readonly Buffer[]) =>
        store.put({ bucket: 'repository', key }, { stream: Readable.from(pieces), size: bytes.length }, { sha256 });
      const whole = await putAs('whole', [bytes]);
      expect(whole).to.deep.equal({ sha256, size: bytes.length, etag: `"${sha256.slice(0, 32)}-1"` });
      const inPieces = [bytes.subarray(0, MiB), bytes.subarray(MiB, 18 * MiB), bytes.subarray(18 * MiB)];
      expect(await putAs('in pieces', inPieces)).to.deep.equal(whole);
      expect(
        await store.copy({ bucket: 'repository', key: 'whole' }, { bucket: 'repository', key: 'copy' }),
      ).to.deep.equal(whole);
      expect((await readWhole(store, { bucket: 'repository', key: 'copy' })).bytes.equals(bytes)).to.equal(true);
    });

    it('copies many objects at a time, each with its own bytes, digests and ETag', async () => {
      const names = Array.from({ length: 100 }, (_, index) => `${index}`);
      const puts = await Promise.all(names.map((name) => put('workspace', name, `content of ${name}`)));
      const copies = await Promise.all(
        names.map((key) => store.copy({ bucket: 'workspace', key }, { bucket: 'repository', key: `a/${key}` })),
      );
      expect(copies).to.deep.equal(puts);
      for (const name of names) expect(await textAt('repository', `a/${name}`)).to.equal(`content of ${name}`);
    });

    it('refuses a copy of bytes that are damaged, also among many', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `${index}`);
      for (const name of names) await put('workspace', name, `content of ${name}`);
      for (const path of await readdir(onDisk('objects'), { recursive: true }))
        if (/[0-9a-f-]{36}$/.test(path)) await truncate(await writable(onDisk('objects', path)), 3);
      const copies = await Promise.allSettled(
        names.map((key) => store.copy({ bucket: 'workspace', key }, { bucket: 'repository', key })),
      );
      expect(copies.map(({ status }) => status)).to.deep.equal(names.map(() => 'rejected'));
      expect(await readdir(onDisk('ocfl'))).to.deep.equal([]);
      expect(await readdir(onDisk('tmp'))).to.deep.equal([]);
    });

    it('tells again and again of a large copy', async () => {
      const from = { bucket: 'workspace', key: 'large' };
      await store.put(from, Buffer.alloc(6_000_000, 1));
      for (const options of [{}, { contentType: 'text/plain', metadata: {} }]) {
        let told = 0;
        await store.copy(from, { bucket: 'repository', key: 'copy' }, { ...options, onMoved: () => (told += 1) });
        expect(told).to.be.at.least(4);
      }
    });

    it('gives a copy the digests of the bytes that it has, not of those its source was put with', async () => {
      const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');
      const source = { bucket: 'workspace', key: 'a' };
      await put(source.bucket, source.key, 'sound bytes');
      const copyTo = (bucket: string) => store.copy(source, { bucket, key: 'copy' });
      const digestsOf = (text: string) => ({ etag: `"${digest('md5', text)}"`, sha256: digest('sha256', text) });
      expect(await copyTo('repository')).to.include(digestsOf('sound bytes'));
      const entries = await readdir(onDisk('objects'), { recursive: true, withFileTypes: true });
      const file = entries.find((entry) => entry.isFile())!;
      await writeFile(await writable(join(file.parentPath, file.name)), 'spoilt byte');
      for (const bucket of ['repository', 'workspace'])
        expect(await copyTo(bucket)).to.include(digestsOf('spoilt byte'));
    });

    it('makes the ETag of many bytes from memory of their SHA-256, and one that nobody takes for an MD5', async () => {
      const at = { bucket: 'workspace', key: 'a' };
      const bytes = Buffer.alloc(2_000_000, '0123456789');
      const sha256 = sha256Of(bytes);
      const stored = { etag: `"${sha256.slice(0, 32)}-1"`, size: bytes.length, sha256 };
      expect(await store.put(at, bytes)).to.deep.equal(stored);
      expect(await store.copy(at, { bucket: 'repository', key: 'copy' })).to.deep.equal(stored);
      expect((await readWhole(store, at)).bytes.equals(bytes)).to.equal(true);
    });

    it('removes the folders that a delete empties', async () => {
      await put('repository', 'a/b/one', '1');
      await put('repository', 'a/two', '2');
      await engine.delete('repository', ['a/b/one']);
      expect(await readdir(onDisk('ocfl/a'))).to.deep.equal(['two']);
      await engine.delete('repository', ['a/two']);
      expect(await readdir(onDisk('ocfl'))).to.deep.equal([]);
    });

    it('makes no folder for what it refuses to store', async () => {
      await put('repository', 'file', 'x');
      expect(await codeOfFault(put('repository', 'file/a/b', 'x'))).to.equal('key-refused');
      const absent = { onlyIf: { etag: '"none"' } };
      await codeOfFault(store.put({ bucket: 'repository', key: 'new/folder/file' }, Buffer.from('x'), absent));
      expect(await readdir(onDisk('ocfl'))).to.deep.equal(['file']);
    });

    it('never leads a key out of its root', async () => {
      for (const key of ['../out', 'a/../../out', '/etc/passwd', 'a/./b', 'nul\0byte'])
        expect(await codeOfFault(put('repository', key, 'x')), key).to.equal('key-refused');
      expect(await readdir(temporary.folder)).to.not.include('out');
    });

    it('refuses keys that are empty or no Unicode in every bucket', async () => {
      for (const bucket of engine.buckets)
        for (const key of ['', 'lone \ud800 surrogate'])
          expect(await codeOfFault(put(bucket, key, 'x'))).to.equal('key-refused');
    });

    it('is for one process and one engine at a time', async () => {
      const second = openObjectEngine({ folder: temporary.folder, buckets: [] });
      expect(await codeOfFault(second)).to.equal('store-unavailable');
    });

    it('keeps everything over a restart', async () => {
      const staged = await engine.stage('workspace', body('text'), ['CRC32']);
      const stored = await engine.commit(staged, { bucket: 'workspace', key: 'k' }, { attributes, keep: ['CRC32'] });
      await put('repository', 'a/b', 'plain');
      const before = await engine.head({ bucket: 'repository', key: 'a/b' });
      use(await temporary.reopen());
      expect(await engine.head({ bucket: 'workspace', key: 'k' })).to.deep.equal(stored);
      expect(await engine.head({ bucket: 'repository', key: 'a/b' })).to.deep.equal(before);
    });
  });

  describe('a plain file that the index does not know, or knows otherwise', () => {
    const sha256 = (text: string): string => sha256Of(text);

    it('is an object with the digests of what it holds', async () => {
      await mkdir(onDisk('ocfl/a'));
      await writeFile(onDisk('ocfl/a/foreign'), 'from elsewhere');
      const info = await store.head({ bucket: 'repository', key: 'a/foreign' });
      expect(info).to.include({ size: 14, sha256: sha256('from elsewhere') });
      expect(await textAt('repository', 'a/foreign')).to.equal('from elsewhere');
    });

    it('is read anew after others wrote to it, and loses what was said of other bytes', async () => {
      const first = await store.put({ bucket: 'repository', key: 'f' }, Buffer.from('one'), {
        contentType: 'text/csv',
      });
      await appendFile(await writable(onDisk('ocfl/f')), ' and more');
      const info = await store.head({ bucket: 'repository', key: 'f' });
      expect(info).to.include({ size: 12, sha256: sha256('one and more'), contentType: null });
      expect(info!.etag).to.not.equal(first.etag);
      const stale = store.put({ bucket: 'repository', key: 'f' }, Buffer.from('x'), { onlyIf: { etag: first.etag } });
      expect(await codeOfFault(stale)).to.equal('precondition-failed');
    });

    it('keeps what was said of the same bytes when only its time or inode changed', async () => {
      await store.put({ bucket: 'repository', key: 'f' }, Buffer.from('one'), { contentType: 'text/csv' });
      await writeFile(onDisk('ocfl/g'), 'one');
      await rename(onDisk('ocfl/g'), onDisk('ocfl/f'));
      await utimes(onDisk('ocfl/f'), 1, 1);
      expect(await store.head({ bucket: 'repository', key: 'f' })).to.include({ contentType: 'text/csv' });
    });

    it('is in the way of a put that wants nothing there', async () => {
      await writeFile(onDisk('ocfl/f'), 'x');
      const put = store.put({ bucket: 'repository', key: 'f' }, Buffer.from('y'), { onlyIf: 'absent' });
      expect(await codeOfFault(put)).to.equal('precondition-failed');
    });
  });

  describe('checksums', () => {
    it('are shown only as far as they were asked for', async () => {
      const staged = await engine.stage('workspace', body('123456789'), ['CRC64NVME', 'SHA1']);
      const at = { bucket: 'workspace', key: 'k' };
      const stored = await engine.commit(staged, at, { attributes, keep: ['CRC64NVME'] });
      expect(stored.checksums).to.deep.equal({ CRC64NVME: Buffer.from('ae8b14860a799888', 'hex').toString('base64') });
      expect(stored.sha256).to.equal(null);
      expect(stored.etag).to.equal('"25f9e794323b453885f5181f1b624d0b"');
      expect((await engine.head(at))?.attributes).to.deep.equal(attributes);
    });
  });

  describe('staged bytes', () => {
    it('are seen by nobody and leave nothing when they are discarded', async () => {
      const staged = await engine.stage('workspace', body('x'), []);
      expect(await readdir(onDisk('tmp'))).to.have.length(1);
      await staged.discard();
      expect(await readdir(onDisk('tmp'))).to.deep.equal([]);
    });

    it('of a body that fails leave nothing, and its own error is thrown on', async () => {
      const error = new Error('bad signature');
      const broken = Readable.from(
        (async function* () {
          yield await Promise.resolve(Buffer.from('x'));
          throw error;
        })(),
      );
      expect(await engine.stage('workspace', broken, []).catch((thrown: unknown) => thrown)).to.equal(error);
      expect(await readdir(onDisk('tmp'))).to.deep.equal([]);
    });

    it('left by a process that died are removed at the next open, what is not the engine\u2019s is not', async () => {
      await writeFile(onDisk('tmp/object-left'), 'x');
      await writeFile(onDisk('tmp/another'), 'x');
      use(await temporary.reopen());
      expect(await readdir(onDisk('tmp'))).to.deep.equal(['another']);
    });

    it('that cannot be removed are counted, and keep no store from being opened', async () => {
      await writeFile(onDisk('tmp/object-left'), 'x');
      use(await temporary.reopen({ ...nodeFiles, unlink: () => failing('EPERM') }));
      expect(engine.leftovers()).to.equal(1);
      await put('workspace', 'new', 'new');
      expect(await textAt('workspace', 'new')).to.equal('new');
    });
  });

  describe('pages', () => {
    it('roll keys up to the delimiter, skip them, and go on behind them', async () => {
      for (const bucket of engine.buckets) {
        const keys = ['a', 'b/1', 'b/2/3', 'c-d', 'c.d', 'c/1', 'c0', 'd'];
        for (const key of keys) await put(bucket, key, key);
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const query = { prefix: '', delimiter: '/', limit: 2, ...(after === undefined ? {} : { after }) };
          const page = await engine.page(bucket, query);
          seen.push(...page.objects.map(({ key }) => key), ...page.prefixes);
          after = page.next ?? undefined;
        } while (after !== undefined);
        expect(seen.sort(), bucket).to.deep.equal(['a', 'b/', 'c-d', 'c.d', 'c/', 'c0', 'd']);
        const below = await engine.page(bucket, { prefix: 'b/', delimiter: '/', limit: 10 });
        expect(below.objects.map(({ key }) => key)).to.deep.equal(['b/1']);
        expect(below.prefixes).to.deep.equal(['b/2/']);
      }
    });
  });

  for (const [part, what] of [
    ['objects', 'its bytes'],
    ['ocfl', 'its plain files'],
  ] as const) {
    it(`is not opened where ${what} would be on another volume than its temporary files`, async () => {
      const elsewhere = onDisk(part);
      const files: Files = {
        ...nodeFiles,
        async state(path) {
          const state = await nodeFiles.state(path);
          return state && path === elsewhere ? { ...state, volume: 'another' } : state;
        },
      };
      const why = `${elsewhere} must be on the same volume as ${onDisk('tmp')}, because files are renamed from there`;
      const opened = temporary.reopen(files).catch((error: unknown) => error);
      expect(await opened).to.include({ code: 'store-denied', message: why });
    });
  }

  describe('a disk that refuses', () => {
    const refusing = async (operation: 'create' | 'rename' | 'write', code: string): Promise<void> => {
      const files: Files = {
        ...nodeFiles,
        ...(operation === 'rename' ? { rename: () => failing(code) } : {}),
        async create(path) {
          if (operation === 'create') return failing(code);
          const file = await nodeFiles.create(path);
          return operation === 'write' ? { ...file, write: () => failing(code) } : file;
        },
      };
      use(await temporary.reopen(files));
    };

    for (const [code, fault] of [
      ['ENOSPC', 'store-full'],
      ['EACCES', 'store-denied'],
      ['EROFS', 'store-denied'],
      ['EIO', 'store-unavailable'],
    ] as const) {
      for (const operation of ['create', 'write', 'rename'] as const) {
        it(`with ${code} at ${operation} is ${fault}; nothing is seen or left, and it serves on`, async () => {
          for (const bucket of engine.buckets) await put(bucket, 'old', 'old');
          await refusing(operation, code);
          for (const bucket of engine.buckets) {
            expect(await codeOfFault(put(bucket, 'folder/new', 'new'))).to.equal(fault);
            expect(await codeOfFault(put(bucket, 'old', 'new'))).to.equal(fault);
            expect(await store.head({ bucket, key: 'folder/new' })).to.equal(null);
            expect(await textAt(bucket, 'old')).to.equal('old');
          }
          expect(await readdir(onDisk('tmp'))).to.deep.equal([]);
          expect(await readdir(onDisk('ocfl'))).to.deep.equal(['old']);
          use(await temporary.reopen());
          for (const bucket of engine.buckets) await put(bucket, 'folder/new', 'new');
        });
      }
    }
  });
});
