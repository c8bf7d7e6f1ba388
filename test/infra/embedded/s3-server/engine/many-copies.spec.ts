import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { readWhole } from '../../../../../formats/read-whole.js';
import type { ObjectStore } from '../../../../../formats/object-store.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';
import { sha256Of } from '../../../../support/sha256.js';

const MANY = 100;
const NUMBERS = Array.from({ length: MANY }, (_, number) => number);

describe('many copies of small objects at a time', () => {
  const temporary = openedForEach(temporaryEngine);
  let store: ObjectStore;
  beforeEach(async () => {
    store = engineByteStore(temporary.engine);
    await Promise.all(NUMBERS.map((number) => store.put(source(number), bytes(number), { contentType: 'text/plain' })));
  });

  const bytes = (number: number): Buffer => Buffer.from(`${number},`.repeat(number * 10));
  const source = (number: number) => ({ bucket: 'workspace', key: `from/${number}` });
  const target = (number: number) => ({ bucket: 'repository', key: `to/box ${number % 7}/${number}` });
  const onDisk = (...names: string[]): string => join(temporary.folder, 'ocfl', ...names);
  const copyAll = (to = target) => Promise.allSettled(NUMBERS.map((number) => store.copy(source(number), to(number))));

  it('give each its bytes, its digest and the ETag of its source, also for the next process', async () => {
    const copied = await copyAll();
    store = engineByteStore(await temporary.reopen());
    for (const number of NUMBERS) {
      const [result, info] = [copied[number], await store.head(target(number))];
      const sha256 = sha256Of(bytes(number));
      expect(result).to.have.property('status', 'fulfilled');
      expect(info).to.include({ sha256, size: bytes(number).length, contentType: 'text/plain' });
      expect(info?.etag).to.equal((await store.head(source(number)))?.etag);
      expect((await readWhole(store, target(number))).bytes.equals(bytes(number))).to.equal(true);
    }
    expect(await readdir(join(temporary.folder, 'tmp'))).to.deep.equal([]);
  });

  it('replace what is there, object by object', async () => {
    await copyAll();
    const shifted = await Promise.all(NUMBERS.map((number) => store.copy(source(number), target((number + 1) % MANY))));
    for (const number of NUMBERS)
      expect((await store.head(target((number + 1) % MANY)))?.sha256).to.equal(shifted[number]?.sha256);
  });

  it('take the bytes as they are, where a source was replaced or removed meanwhile', async () => {
    const replaced = Promise.all(NUMBERS.map((number) => store.put(source(number), bytes(number + 1))));
    const copied = await copyAll();
    await replaced;
    for (const [number, result] of copied.entries()) {
      if (result.status === 'rejected') throw result.reason;
      const held = (await readWhole(store, target(number))).bytes;
      expect(sha256Of(held)).to.equal(result.value.sha256);
      expect([bytes(number).length, bytes(number + 1).length]).to.include(held.length);
    }
    const missing = await Promise.allSettled(
      NUMBERS.map((number) => store.copy({ bucket: 'workspace', key: `none/${number}` }, target(number))),
    );
    for (const result of missing) expect(result).to.have.nested.property('reason.code', 'object-not-found');
  });

  it('refuse another ETag than that of the source, and write nothing', async () => {
    const wrong = (number: number) => ({ ...source(number), etag: number % 2 === 0 ? '"another"' : undefined });
    const copied = await Promise.allSettled(
      NUMBERS.map(async (number) => {
        const { etag, ...from } = wrong(number);
        return store.copy(etag === undefined ? from : { ...from, etag }, target(number));
      }),
    );
    for (const [number, result] of copied.entries()) {
      if (number % 2 === 0) expect(result).to.have.nested.property('reason.code', 'precondition-failed');
      else expect(result).to.have.property('status', 'fulfilled');
      expect((await store.head(target(number))) === null).to.equal(number % 2 === 0);
    }
  });

  it('refuse keys where a file is in the way, follow no links, and leave nothing in the temporary folder', async () => {
    await store.put({ bucket: 'repository', key: 'to/box 1' }, Buffer.from('a file'));
    await mkdir(onDisk('elsewhere'));
    await writeFile(onDisk('elsewhere', 'kept'), '');
    await symlink(onDisk('elsewhere'), onDisk('to', 'box 2'));
    const copied = await copyAll();
    for (const [number, result] of copied.entries()) {
      if ([1, 2].includes(number % 7)) expect(result).to.have.nested.property('reason.code', 'key-refused');
      else expect(result).to.have.property('status', 'fulfilled');
    }
    expect(await readdir(onDisk('elsewhere'))).to.deep.equal(['kept']);
    expect(await readdir(join(temporary.folder, 'tmp'))).to.deep.equal([]);
  });

  it('go through while their folders are emptied and removed', async () => {
    for (let round = 0; round < 3; round++) {
      const deleting = NUMBERS.map((number) => store.delete('repository', [target(number).key]));
      const copied = await copyAll();
      await Promise.all(deleting);
      for (const result of copied) expect(result).to.have.property('status', 'fulfilled');
    }
    for (const number of NUMBERS) {
      const held = await readFile(onDisk('to', `box ${number % 7}`, `${number}`)).catch(() => null);
      expect((await store.head(target(number)))?.size).to.equal(held?.length);
      if (held !== null) expect(held).to.deep.equal(bytes(number));
    }
    for (const folder of await readdir(onDisk('to')).catch(() => []))
      expect(await readdir(onDisk('to', folder))).to.not.deep.equal([]);
  });

  it('say that the bytes of a source are missing', async () => {
    await rm(join(temporary.folder, 'objects'), { recursive: true });
    for (const result of await copyAll()) expect(result).to.have.nested.property('reason.code', 'store-unavailable');
    expect(await readdir(join(temporary.folder, 'tmp'))).to.deep.equal([]);
  });
});
