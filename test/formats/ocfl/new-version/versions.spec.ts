import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readWhole } from '../../../../formats/read-whole.js';
import { contentPathOf, versionOf } from '../../../../formats/ocfl/inventory/inventory.js';
import { readRootInventory } from '../../../../formats/ocfl/inventory/read-inventory.js';
import { readGroupState } from '../../../../formats/group-state/read-state.js';
import { isPlatformPath } from '../../../../formats/ocfl/platform-folder.js';
import { byteStoreObject } from '../byte-store-object.js';
import { validateObject } from '../../../support/repository/validate-object.js';
import { folderObject } from '../folder-object.js';
import { add, container, openRepository, patch, type Repository } from '../repository.js';

const LONG_NAME = `${'n'.repeat(296)}.txt`;
const NFC = 'caf\u00e9.txt';
const NFD = 'cafe\u0301.txt';
const ODD_NAMES = [
  'a b.txt',
  'c#d.txt',
  '100%.txt',
  '%20.txt',
  'e&f.txt',
  'g😀.txt',
  NFC,
  NFD,
  '-',
  '~',
  "o'h!(1)*.txt",
];

/** Every preserved file of the head version with its text, read the way a stranger would: by the inventory alone. */
const filesOf = async ({ store, place }: Repository, version?: string): Promise<Record<string, string>> => {
  const { inventory } = (await readRootInventory(store, place))!;
  const files: [string, string][] = [];
  for (const [digest, paths] of versionOf(inventory, version ?? inventory.head).state) {
    const key = `${place.root}/${contentPathOf(inventory.manifest, digest)!}`;
    const { bytes } = await readWhole(store, { bucket: place.bucket, key });
    for (const path of paths) if (!isPlatformPath(path)) files.push([path, bytes.toString()]);
  }
  return Object.fromEntries(files);
};

const codesOf = async ({ folder, store, place }: Repository): Promise<string[]> => {
  const onDisk = await validateObject(folderObject(join(folder, place.bucket, place.root)));
  const inStore = await validateObject(byteStoreObject(store, place));
  expect(inStore.length).to.equal(onDisk.length);
  return [...new Set(onDisk.map(({ code }) => code))];
};

describe('writing versions of an object', () => {
  let repository: Repository;
  beforeEach(async () => {
    repository = await openRepository();
  });
  afterEach(async () => {
    expect(await codesOf(repository), 'what a validator finds').to.deep.equal(['W004']);
    await repository.remove();
  });

  const contentKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of repository.store.list(repository.place.bucket, `${repository.place.root}/`))
      keys.push(key.slice(repository.place.root.length + 1));
    return keys.filter((key) => /^v\d+\/content\//.test(key));
  };

  it('writes a first version with its content under the logical paths', async () => {
    await repository.preserve([container('objects'), add('objects/one.txt', 'one'), add('mets.xml', '<mets/>')]);
    expect(await filesOf(repository)).to.deep.equal({ 'objects/one.txt': 'one', 'mets.xml': '<mets/>' });
    expect(await contentKeys()).to.deep.equal([
      'v1/content/.muniment/state.ndjson',
      'v1/content/mets.xml',
      'v1/content/objects/one.txt',
    ]);
  });

  it('writes only what changed in a second version', async () => {
    await repository.preserve([add('a', 'one'), add('b', 'two'), add('c', 'three')]);
    const { content } = await repository.preserve([patch('a', 'four'), { op: 'delete-binary', path: 'b' }]);
    expect(content.map(({ contentPath }) => contentPath)).to.deep.equal([
      'v2/content/.muniment/state.ndjson',
      'v2/content/a',
    ]);
    expect(await filesOf(repository)).to.deep.equal({ a: 'four', c: 'three' });
    expect(await filesOf(repository, 'v1')).to.deep.equal({ a: 'one', b: 'two', c: 'three' });
  });

  it('writes nothing but the state file for a rename', async () => {
    await repository.preserve([add('a', 'one', 'First')]);
    const { content } = await repository.preserve([{ op: 'rename-binary', path: 'a', name: 'Renamed' }], {
      name: 'Letters of 1911',
    });
    expect(content.map(({ logicalPath }) => logicalPath)).to.deep.equal(['.muniment/state.ndjson']);
    const { inventory } = (await readRootInventory(repository.store, repository.place))!;
    const now = await readGroupState(repository.store, repository.place, inventory, 'v2');
    const then = await readGroupState(repository.store, repository.place, inventory, 'v1');
    expect([now.name, now.binaries.get('a')?.name]).to.deep.equal(['Letters of 1911', 'Renamed']);
    expect([then.name, then.binaries.get('a')?.name]).to.deep.equal(['Letters', 'First']);
  });

  it('writes nothing but the state file for a deletion', async () => {
    await repository.preserve([add('a', 'one')]);
    await repository.preserve([{ op: 'delete-binary', path: 'a' }]);
    expect(await filesOf(repository)).to.deep.equal({});
    expect((await contentKeys()).filter((key) => key.startsWith('v2/'))).to.have.length(1);
  });

  it('stores identical content once, within a job and across versions', async () => {
    const first = await repository.preserve([add('z', 'same'), add('a', 'same'), add('b', 'other')]);
    expect(first.content.map(({ logicalPath }) => logicalPath)).to.deep.equal(['.muniment/state.ndjson', 'a', 'b']);
    await repository.preserve([
      { op: 'delete-binary', path: 'a' },
      { op: 'delete-binary', path: 'z' },
    ]);
    const third = await repository.preserve([add('again', 'same'), patch('b', 'same')]);
    expect(third.content.map(({ logicalPath }) => logicalPath)).to.deep.equal(['.muniment/state.ndjson']);
    expect(await filesOf(repository)).to.deep.equal({ again: 'same', b: 'same' });
  });

  it('keeps every version readable over ten of them', async () => {
    await repository.preserve([add('counter', '1')]);
    for (let version = 2; version <= 10; version++)
      await repository.preserve([patch('counter', String(version)), add(`file-${version}`, `body ${version}`)]);
    for (let version = 1; version <= 10; version++)
      expect((await filesOf(repository, `v${version}`))['counter']).to.equal(String(version));
    const { inventory } = (await readRootInventory(repository.store, repository.place))!;
    expect([...inventory.versions.keys()]).to.deep.equal(Array.from({ length: 10 }, (_, index) => `v${index + 1}`));
  });

  it('keeps odd names apart and as they are', async () => {
    await repository.preserve([container('x'), ...ODD_NAMES.map((name) => add(`x/${name}`, `body of ${name}`))]);
    const files = await filesOf(repository);
    expect(files).to.deep.equal(Object.fromEntries(ODD_NAMES.map((name) => [`x/${name}`, `body of ${name}`])));
    expect(await contentKeys()).to.include.members(ODD_NAMES.map((name) => `v1/content/x/${name}`));
  });

  it('stores a file with a name too long for a disk under its digest', async () => {
    const path = `x/${LONG_NAME}`;
    const { content } = await repository.preserve([container('x'), add(path, 'long'), add('short', 'short')]);
    const long = content.find(({ logicalPath }) => logicalPath === path)!;
    expect(long.contentPath).to.equal(`v1/content/.muniment/content/${long.sha256}`);
    expect((await filesOf(repository))[path]).to.equal('long');
  });

  it('stores a file whose whole key would be too long under its digest', async () => {
    const folders = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(200));
    const parents = folders.map((_, index) => container(folders.slice(0, index + 1).join('/')));
    const path = `${folders.join('/')}/file`;
    const { content } = await repository.preserve([...parents, add(path, 'deep')]);
    expect(content.find(({ logicalPath }) => logicalPath === path)?.contentPath).to.match(/\.muniment\/content\//);
    expect((await filesOf(repository))[path]).to.equal('deep');
  });

  it('keeps a group without a file, and its empty containers', async () => {
    await repository.preserve([container('empty', 'Nothing yet'), container('empty/inner')]);
    const { inventory } = (await readRootInventory(repository.store, repository.place))!;
    const state = await readGroupState(repository.store, repository.place, inventory, 'v1');
    expect([...state.containers.keys()]).to.deep.equal(['empty', 'empty/inner']);
    expect(state.binaries.size).to.equal(0);
  });

  it('writes below a folder of the job where an earlier job of the version was abandoned', async () => {
    await repository.preserve([add('a', 'one')]);
    await repository.preserve([add('b', 'two'), container('x'), add(`x/${LONG_NAME}`, 'long')], { jobToken: 'k7h2m4' });
    const written = (await contentKeys()).filter((key) => key.startsWith('v2/'));
    expect(written).to.have.length(3);
    expect(written.every((key) => key.startsWith('v2/content/k7h2m4/'))).to.equal(true);
    expect(readdirSync(join(repository.folder, repository.place.bucket, 'archive'))).to.include('0=ocfl_1.1');
  });
});
