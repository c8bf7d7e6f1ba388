import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { ObjectAddress } from '../../../../../../formats/bytes.js';
import { readWhole } from '../../../../../../formats/read-whole.js';
import type { ObjectStore } from '../../../../../../formats/object-store.js';
import { engineByteStore } from '../../../../../../infra/embedded/byte-store.js';
import { openEngineIndex } from '../../../../../../infra/embedded/s3-server/index/engine-index.js';
import { nodeFiles, type Files } from '../../../../../../infra/embedded/file-system/files.js';
import { plainRootReader } from '../../../../../../infra/embedded/plain-root-reader.js';
import { temporaryEngine } from '../../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../../support/platform/opened.js';
import { codeOfFault } from '../../../../../support/s3/code-of-fault.js';

const bucket = 'repository';
const KEY = 'a/b/c/file';
const at: ObjectAddress = { bucket, key: KEY };

const namesOf = async (listing: AsyncIterable<unknown>): Promise<unknown[]> => {
  const names: unknown[] = [];
  for await (const each of listing) names.push(each);
  return names;
};

describe('a link below the root of plain files', () => {
  const temporary = openedForEach(temporaryEngine);
  let store: ObjectStore;
  const onDisk = (...segments: string[]): string => join(temporary.folder, ...segments);
  const ocfl = (key: string): string => onDisk('ocfl', key);
  const outside = (path: string): string => onDisk('outside', path);
  const use = async (files?: Files): Promise<void> => {
    store = engineByteStore(files === undefined ? temporary.engine : await temporary.reopen(files));
  };
  const put = (key: string, text: string) => store.put({ bucket, key }, Buffer.from(text));
  const textOf = async (key: string): Promise<string> => (await readWhole(store, { bucket, key })).bytes.toString();

  beforeEach(async () => {
    await use();
    for (const path of ['b/c/file', 'c/file', 'file']) {
      await mkdir(dirname(outside(path)), { recursive: true });
      await writeFile(outside(path), 'a secret');
    }
  });

  /** A link at this level of the key, behind which lies all that the key has below it. */
  const plant = async (level: string): Promise<void> => {
    await mkdir(dirname(ocfl(level)), { recursive: true });
    await symlink(level === KEY ? outside('file') : onDisk('outside'), ocfl(level));
  };

  for (const level of ['a', 'a/b', 'a/b/c', KEY]) {
    describe(`at ${level}`, () => {
      beforeEach(() => plant(level));

      it('is nothing that could be read', async () => {
        expect(await readFile(ocfl(KEY), 'utf8'), 'what a program that follows it reads').to.equal('a secret');
        expect(await store.head(at)).to.equal(null);
        expect(await codeOfFault(store.get(at))).to.equal('object-not-found');
        expect(await codeOfFault(store.copy(at, { bucket: 'workspace', key: 'copy' }))).to.equal('object-not-found');
      });

      it('is in no listing', async () => {
        for (const prefix of ['', 'a/', 'a/b/', 'a/b/c/', KEY]) {
          expect(await namesOf(store.list(bucket, prefix)), prefix).to.deep.equal([]);
        }
        expect(await namesOf(store.listFolders(bucket, `${level}/`))).to.deep.equal([]);
      });

      it('leads no write and no delete out', async () => {
        const before = await readdir(onDisk('outside'), { recursive: true });
        if (level !== KEY) {
          expect(await codeOfFault(put(KEY, 'x'))).to.equal('key-refused');
          expect(await codeOfFault(put('a/b/c/new', 'x'))).to.equal('key-refused');
          expect(await codeOfFault(put('a/b/c/d/new', 'x'))).to.equal('key-refused');
        }
        await store.delete(bucket, [KEY]);
        expect(await readdir(onDisk('outside'), { recursive: true })).to.deep.equal(before);
        expect(await readFile(outside('file'), 'utf8')).to.equal('a secret');
      });

      it('is left to the audit, which names it', async () => {
        const storageRoot = plainRootReader(temporary.engine, bucket, onDisk('ocfl'));
        expect(await namesOf(storageRoot.list(''))).to.deep.equal([{ key: level, kind: 'link', size: 0 }]);
        const read = namesOf(storageRoot.open(KEY));
        expect(await codeOfFault(read)).to.equal('object-not-found');
        await store.delete(bucket, [KEY]);
        expect(await namesOf(storageRoot.list(''))).to.have.length(1);
      });
    });
  }

  it('to an empty folder does not let it be removed', async () => {
    await put(KEY, 'mine');
    await mkdir(outside('empty/b/c'), { recursive: true });
    await rm(ocfl('a'), { recursive: true });
    await symlink(outside('empty'), ocfl('a'));
    await store.delete(bucket, [KEY]);
    expect(await readdir(outside('empty'), { recursive: true })).to.have.members(['b', 'b/c']);
  });

  describe('that is put there between two steps', () => {
    const aside = (): string => onDisk('aside');
    const swapIn = async (): Promise<void> => {
      await rename(ocfl('a/b'), aside());
      await symlink(onDisk('outside'), ocfl('a/b'));
    };
    const swapBack = async (): Promise<void> => {
      await unlink(ocfl('a/b'));
      await rename(aside(), ocfl('a/b'));
    };
    /** Does something once, before and after one operation on a path. */
    const around =
      <A extends [string, ...string[]], R>(
        operation: (...args: A) => Promise<R>,
        isMeant: (...args: A) => boolean,
        then: () => Promise<void>,
      ) =>
      async (...args: A): Promise<R> => {
        if (!isMeant(...args)) return operation(...args);
        await swapIn();
        try {
          return await operation(...args);
        } finally {
          await then();
        }
      };
    const stays = (): Promise<void> => Promise.resolve();
    const isFile = (path: string): boolean => path === ocfl(KEY);

    beforeEach(() => put(KEY, 'mine'));

    for (const [when, then] of [
      ['and stays', stays],
      ['and is gone right after', swapBack],
    ] as const) {
      it(`${when}: a read does not give what is behind it`, async () => {
        let swapped = false;
        const once = (path: string): boolean => isFile(path) && !swapped && (swapped = true);
        await use({ ...nodeFiles, open: around((path) => nodeFiles.open(path), once, then) });
        const read = await textOf(KEY).catch((error: unknown) => (error as { code?: unknown }).code);
        expect(swapped).to.equal(true);
        expect(read).to.equal(when === 'and stays' ? 'object-not-found' : 'mine');
      });
    }

    it('a folder that is read meanwhile shows nothing of what is behind it', async () => {
      await writeFile(outside('c/other'), 'a secret');
      let swapped = false;
      const once = (path: string): boolean => resolve(path) === ocfl('a/b/c') && !swapped && (swapped = true);
      await use({ ...nodeFiles, readFolder: around((path) => nodeFiles.readFolder(path), once, stays) });
      expect(await namesOf(store.list(bucket, ''))).to.deep.equal([]);
      expect(swapped).to.equal(true);
    });

    it('a write that went behind it is not acknowledged', async () => {
      await use({
        ...nodeFiles,
        rename: around(
          (from, to) => nodeFiles.rename(from, to),
          (_, to) => isFile(to),
          stays,
        ),
      });
      expect(await codeOfFault(put(KEY, 'other'))).to.equal('key-refused');
    });
  });

  it('or a pipe is no file, and nobody waits for it', async () => {
    execFileSync('mkfifo', [ocfl('pipe')]);
    const pipe = { bucket, key: 'pipe' };
    expect(await store.head(pipe)).to.equal(null);
    expect(await codeOfFault(store.get(pipe))).to.equal('object-not-found');
    await store.delete(bucket, ['pipe']);
    expect(await readdir(onDisk('ocfl'))).to.deep.equal(['pipe']);
  });
});

describe('a row of the index whose file is gone', () => {
  const temporary = openedForEach(temporaryEngine);
  let store: ObjectStore;
  beforeEach(() => {
    store = engineByteStore(temporary.engine);
  });

  const rowOf = async (key: string): Promise<unknown> => {
    await temporary.engine.close();
    const index = openEngineIndex(join(temporary.folder, 'objects.sqlite'));
    const row = index.objects.find(bucket, key);
    await index.close();
    return row;
  };
  const attempts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['asked for', () => store.head(at)],
    ['read', () => store.get(at)],
    ['copied', () => store.copy(at, { bucket: 'workspace', key: 'copy' })],
    ['deleted', () => store.delete(bucket, [KEY])],
  ];

  for (const [name, attempt] of attempts) {
    it(`is taken away when its object is ${name}, which is not there`, async () => {
      await store.put(at, Buffer.from('x'));
      await rm(join(temporary.folder, 'ocfl/a'), { recursive: true });
      expect(await codeOfFault(attempt())).to.be.oneOf(['no fault', 'object-not-found']);
      expect(await rowOf(KEY)).to.equal(null);
    });
  }

  it('does not stand for the file that a failed write leaves behind', async () => {
    await store.put(at, Buffer.from('x'), { contentType: 'text/csv' });
    await rm(join(temporary.folder, 'ocfl/a'), { recursive: true });
    const stored = await store.put(at, { stream: Readable.from([Buffer.from('x')]), size: 1 }, { onlyIf: 'absent' });
    expect(await store.head(at)).to.include({ etag: stored.etag, contentType: null });
  });
});
