import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ListedObject } from '../../../../../formats/bytes.js';
import type { ObjectStore } from '../../../../../formats/object-store.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';
import { writable } from '../../../../support/repository/writable.js';

const NUMBERS = Array.from({ length: 250 }, (_, number) => number);

describe('a listing of many objects', () => {
  const temporary = openedForEach(temporaryEngine);
  let store: ObjectStore;
  beforeEach(() => {
    store = engineByteStore(temporary.engine);
  });

  const keyOf = (number: number): string => `box ${number % 3}/letter ${number}`;
  const onDisk = (...names: string[]): string => join(temporary.folder, 'ocfl', ...names);
  const putAll = (bucket: string) =>
    Promise.all(NUMBERS.map((number) => store.put({ bucket, key: keyOf(number) }, Buffer.from(`${number}`))));
  const listed = async (bucket: string, prefix = ''): Promise<ListedObject[]> => {
    const found: ListedObject[] = [];
    for await (const object of store.list(bucket, prefix)) found.push(object);
    return found;
  };
  const expectAsHeads = async (bucket: string, objects: readonly ListedObject[]): Promise<void> => {
    for (const { key, size, etag, lastModified } of objects)
      expect(await store.head({ bucket, key })).to.deep.include({ key, size, etag, lastModified });
  };

  for (const bucket of ['workspace', 'repository']) {
    it(`of the ${bucket} gives what each of them has`, async () => {
      await putAll(bucket);
      const objects = await listed(bucket);
      expect(objects.map(({ key }) => key)).to.have.members(NUMBERS.map(keyOf));
      await expectAsHeads(bucket, objects);
    });
  }

  it('on the disk sees what other programs have changed, removed, added and put behind links', async () => {
    await putAll('repository');
    await writeFile(await writable(onDisk('box 0', 'letter 0')), 'changed');
    await rm(onDisk('box 1', 'letter 1'));
    await writeFile(onDisk('box 1', 'added'), 'added');
    await symlink(onDisk('box 1', 'added'), onDisk('box 1', 'link'));
    await mkdir(onDisk('elsewhere'));
    await rename(onDisk('box 2'), onDisk('elsewhere', 'box'));
    await symlink(onDisk('elsewhere', 'box'), onDisk('box 2'));
    const objects = await listed('repository', 'box ');
    const kept = NUMBERS.filter((number) => number !== 1 && number % 3 !== 2).map(keyOf);
    expect(objects.map(({ key }) => key)).to.have.members([...kept, 'box 1/added']);
    expect(objects.find(({ key }) => key === keyOf(0))).to.include({ size: 'changed'.length });
    await expectAsHeads('repository', objects);
  });

  it('gives those between which there are many that are rolled up', async () => {
    await putAll('workspace');
    const tops = NUMBERS.slice(0, 120).map((number) => `box ${number % 3}.${number}`);
    await Promise.all(tops.map((key) => store.put({ bucket: 'workspace', key }, Buffer.from(key))));
    const page = await temporary.engine.page('workspace', { prefix: '', delimiter: '/', limit: 1_000 });
    expect(page.prefixes).to.deep.equal(['box 0/', 'box 1/', 'box 2/']);
    expect(page.objects.map(({ key }) => key)).to.have.members(tops);
    for (const { key, size } of page.objects) expect(size).to.equal(key.length);
  });
});
