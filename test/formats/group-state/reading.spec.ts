import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { findVersion } from '../../../formats/ocfl/inventory/find-version.js';
import { inventoryKey, sidecarKey } from '../../../formats/ocfl/object-place.js';
import { OcflFault } from '../../../formats/ocfl/ocfl-fault.js';
import { sidecarText } from '../../../formats/ocfl/inventory/sidecar.js';
import { readHead } from '../../../formats/group-state/read-head.js';
import { readRootInventory, readVersionInventory } from '../../../formats/ocfl/inventory/read-inventory.js';
import { readHeadState } from '../../../formats/group-state/read-head-state.js';
import { readRecordedInventory, readRecordedState } from '../../../formats/group-state/read-recorded.js';
import { readGroupState } from '../../../formats/group-state/read-state.js';
import {
  originUri,
  storageMapContent,
  storedFiles,
  storedIn,
  versionLabels,
} from '../../../formats/group-state/storage-map.js';
import { versionUser } from '../../../formats/ocfl/version-user.js';
import { runToEnd } from '../../../flow/slices.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { EVERY_MIXED, mixedReads } from '../../support/faults/mixed-reads.js';
import { nextVersion } from '../plans-run-to-end.js';
import { add, container, openRepository, patch } from '../ocfl/repository.js';
import { openedForEach } from '../../support/platform/opened.js';

const AWAY = { user: versionUser('stranger'), message: 'by another program', jobToken: null } as const;

describe('reading an object', () => {
  const repository = openedForEach(openRepository, (each) => each.remove());
  beforeEach(async () => {
    await repository.preserve([container('x', 'Folder'), add('x/a b#1.txt', 'one', 'First'), add('copy', 'one')]);
    await repository.preserve([patch('copy', 'two')]);
  });

  const at = (key: string): { bucket: string; key: string } => ({ bucket: repository.place.bucket, key });
  const root = (): ReturnType<typeof readRootInventory> => readRootInventory(repository.store, repository.place);

  it('gives the root inventory with the ETag of its file', async () => {
    const found = (await root())!;
    const { info } = await readWhole(repository.store, at(inventoryKey(repository.place.root, null)));
    expect([found.inventory.head, found.etag]).to.deep.equal(['v2', info.etag]);
  });

  it('gives no root inventory with the ETag of another one, as on a store whose reads race its writes', async () => {
    const { store, place } = repository;
    const key = at(inventoryKey(place.root, null));
    const before = await readWhole(store, at(inventoryKey(place.root, 'v1')));
    for (const mixed of EVERY_MIXED) {
      const once = mixedReads(store, key, { mixed, times: 1, before });
      expect(await readRootInventory(once, place), mixed).to.deep.equal(await root());
      const always = mixedReads(store, key, { mixed, times: Infinity, before });
      const fault: unknown = await readRootInventory(always, place).catch((error: unknown) => error);
      expect(fault, mixed).to.include({ code: 'store-unavailable', transient: true });
    }
  });

  it('gives null where there is no object', async () => {
    expect(await readRootInventory(repository.store, { ...repository.place, root: 'no/such' })).to.equal(null);
  });

  it("takes the head version's own inventory while the root's sidecar is still the old one", async () => {
    const { bytes } = await readWhole(repository.store, at(sidecarKey(repository.place.root, 'v1')));
    await repository.store.put(at(sidecarKey(repository.place.root, null)), bytes);
    expect((await root())?.inventory.head).to.equal('v2');
    await repository.store.delete(repository.place.bucket, [sidecarKey(repository.place.root, null)]);
    expect((await root())?.inventory.head, 'without a sidecar').to.equal('v2');
  });

  it('refuses inventories that no sidecar vouches for', async () => {
    const wrong = Buffer.from(`${'0'.repeat(64)} inventory.json\n`);
    for (const version of [null, 'v2'])
      await repository.store.put(at(sidecarKey(repository.place.root, version)), wrong);
    const fault = await root().catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(OcflFault).with.property('code', 'inventory-digest-mismatch');
  });

  it('refuses what is no inventory, and says of a version that it is missing', async () => {
    await repository.store.put(at(inventoryKey(repository.place.root, null)), Buffer.from('{}'));
    expect(await root().catch((error: unknown) => error)).to.have.property('code', 'inventory-invalid');
    const missing = readVersionInventory(repository.store, repository.place, 'v7').catch((error: unknown) => error);
    expect(await missing).to.have.property('code', 'inventory-missing');
  });

  it('tells the head alone, also of an inventory that is not written as its own are', async () => {
    const { store, place } = repository;
    expect(await readHead(store, place)).to.equal('v2');
    const { bytes } = await readWhole(store, at(inventoryKey(place.root, null)));
    const compact = Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
    await store.put(at(inventoryKey(place.root, null)), compact);
    await store.put(at(sidecarKey(place.root, null)), Buffer.from(sidecarText(digestBytes(compact).sha256)));
    expect(await readHead(store, place)).to.equal('v2');
    await store.put(at(inventoryKey(place.root, null)), Buffer.from('{}'));
    expect(await readHead(store, place).catch((error: unknown) => error)).to.have.property('code', 'inventory-invalid');
    expect(await readHead(store, { ...place, root: 'no/such' })).to.equal(null);
  });

  it('tells a group and where its files lie, by its own inventory or by one that must be judged', async () => {
    const { store, place } = repository;
    const key = inventoryKey(place.root, 'v2');
    const { bytes } = await readWhole(store, at(key));
    const known = { version: 'v2', sha256: digestBytes(bytes).sha256 };
    const { inventory } = (await root())!;
    const state = await readGroupState(store, place, inventory, 'v2');
    for (const expected of [known, { ...known, sha256: '0'.repeat(64) }]) {
      const head = await readHeadState(store, place, expected);
      expect(head.state).to.deep.equal(state);
      expect(head.contentPath('copy')).to.equal('v2/content/copy');
      expect(head.contentPath('x/a b#1.txt')).to.equal('v1/content/copy');
      expect(head.contentPath('gone')).to.equal(null);
      expect((await head.inventory()).head).to.equal('v2');
    }
  });

  it('holds a state file to the digest that the inventory gives', async () => {
    const { store, place } = repository;
    const { bytes } = await readWhole(store, at(inventoryKey(place.root, 'v2')));
    const stateKey = `${place.root}/v2/content/.muniment/state.ndjson`;
    const { bytes: written } = await readWhole(store, at(stateKey));
    const changed = written.toString().replaceAll(digestBytes('two').sha256, digestBytes('three').sha256);
    await store.put(at(stateKey), Buffer.from(changed));
    const { state } = await readHeadState(store, place, { version: 'v2', sha256: digestBytes(bytes).sha256 });
    expect(state.binaries.get('copy')?.sha256).to.equal(digestBytes('two').sha256);
  });

  const recordedAt = async (version: string) => {
    const { bytes } = await readWhole(repository.store, at(inventoryKey(repository.place.root, version)));
    return readRecordedInventory(repository.store, repository.place, { version, sha256: digestBytes(bytes).sha256 });
  };

  it('gives of a recorded version what its whole inventory gives, at each version', async () => {
    const { store, place } = repository;
    const { inventory } = (await root())!;
    for (const version of ['v1', 'v2']) {
      const own = (await recordedAt(version))!;
      const state = (await readRecordedState(store, place, own))!;
      expect(state).to.deep.equal(await readGroupState(store, place, inventory, version));
      const stored = storedFiles(state, own.manifest);
      const map = storedIn(runToEnd(storageMapContent(inventory, version)));
      expect([...stored.files()]).to.deep.equal([...map.files()]);
      expect([...stored.hashes()]).to.have.deep.members([...map.hashes()]);
      for (const path of ['copy', 'x/a b#1.txt', 'gone', 'x'])
        expect(stored.find(path), path).to.deep.equal(map.find(path));
    }
  });

  it('gives nothing of a recorded version that is not there or is not as it was recorded', async () => {
    const { store, place } = repository;
    const sha256 = '0'.repeat(64);
    expect(await readRecordedInventory(store, place, { version: 'v7', sha256 })).to.equal(null);
    expect(await readRecordedInventory(store, place, { version: 'v2', sha256 })).to.equal(null);
    const { bytes } = await readWhole(store, at(inventoryKey(place.root, 'v2')));
    await store.put(at(inventoryKey(place.root, 'v1')), bytes);
    const copied = { version: 'v1', sha256: digestBytes(bytes).sha256 };
    expect(await readRecordedInventory(store, place, copied), 'of another version').to.equal(null);
  });

  it('gives no state that was written with an earlier version, or is not as it was written', async () => {
    const { store, place } = repository;
    const own = (await recordedAt('v2'))!;
    expect(await readRecordedState(store, place, { ...own, head: 'v3' })).to.equal(null);
    const stateKey = at(`${place.root}/v2/content/.muniment/state.ndjson`);
    const { bytes } = await readWhole(store, stateKey);
    await store.put(stateKey, Buffer.concat([bytes, bytes.subarray(bytes.indexOf('\n') + 1)]));
    expect(await readRecordedState(store, place, own)).to.equal(null);
    await store.delete(stateKey.bucket, [stateKey.key]);
    expect(await readRecordedState(store, place, own), 'missing').to.equal(null);
  });

  it('lets the faults of the store through', async () => {
    const store = { ...repository.store, get: () => Promise.reject(new ByteStoreFault('store-unavailable', 'down')) };
    const fault = await readRootInventory(store, repository.place).catch((error: unknown) => error);
    expect(fault).to.have.property('code', 'store-unavailable');
  });

  it('finds a version by its label, by its stamp and by default', async () => {
    const { inventory } = (await root())!;
    const [first, second] = versionLabels(inventory);
    expect([first?.mementoTimestamp, second?.mementoTimestamp]).to.deep.equal(['20261121060000', '20261121060001']);
    expect(findVersion(inventory, null)).to.equal('v2');
    expect(findVersion(inventory, 'v1')).to.equal('v1');
    expect(findVersion(inventory, '20261121060000')).to.equal('v1');
    expect([findVersion(inventory, 'v3'), findVersion(inventory, '20001121060000')]).to.deep.equal([null, null]);
  });

  it('maps logical paths to the version that first wrote their bytes', async () => {
    const { inventory } = (await root())!;
    const [one, two] = [digestBytes('one').sha256, digestBytes('two').sha256];
    const map = runToEnd(storageMapContent(inventory, 'v2'));
    expect([...map.files]).to.deep.equal([
      ['copy', { hash: two, fullPath: 'v2/content/copy' }],
      ['x/a b-_-percent-23-_-1.txt', { hash: one, fullPath: 'v1/content/copy' }],
    ]);
    expect(map.hashes).to.deep.equal(
      new Map([
        [one, 'v1/content/copy'],
        [two, 'v2/content/copy'],
      ]),
    );
    expect(runToEnd(storageMapContent(inventory, 'v1')).hashes.size).to.equal(1);
  });

  it('writes origins as escaped URIs', () => {
    expect(originUri('bucket', 'ab/c', 'v1/content/a b#1.txt')).to.equal('s3://bucket/ab/c/v1/content/a%20b%231.txt');
    expect(originUri('bucket', 'ab/c')).to.equal('s3://bucket/ab/c');
  });

  it('derives a group from an inventory without a state file', async () => {
    const base = { objectId: 'info:repo/old%20letters', objectRoot: 'r', ...AWAY };
    const v1 = nextVersion(null, {
      ...base,
      created: '2020-01-01T00:00:00Z',
      puts: new Map([
        ['d/kept', digestBytes('1').sha256],
        ['d/changed', digestBytes('2').sha256],
        ['e/gone', digestBytes('4').sha256],
      ]),
      deletes: new Set(),
    }).inventory;
    const v2 = nextVersion(v1, {
      ...base,
      created: '2021-01-01T00:00:00Z',
      puts: new Map([['d/changed', digestBytes('3').sha256]]),
      deletes: new Set(['e/gone']),
    }).inventory;
    const { store } = repository;
    const place = { ...repository.place, root: 'r' };
    for (const name of ['v1/content/d/kept', 'v2/content/d/changed'])
      await store.put({ bucket: place.bucket, key: `r/${name}` }, Buffer.from(name));
    const state = await readGroupState(store, place, v2, 'v2');
    expect(state.name).to.equal('old letters');
    expect(state.containers.get('d')).to.deep.include({ created: '2020-01-01T00:00:00Z', createdBy: 'stranger' });
    expect(state.binaries.get('d/kept')).to.deep.include({
      modified: '2020-01-01T00:00:00Z',
      ...{ size: 17, contentType: 'application/octet-stream' },
    });
    expect(state.binaries.get('d/changed')).to.deep.include({
      created: '2020-01-01T00:00:00Z',
      modified: '2021-01-01T00:00:00Z',
      sha256: digestBytes('3').sha256,
      size: 20,
    });
    const tombstone = { type: 'Tombstone', deleted: '2021-01-01T00:00:00Z', deletedBy: 'stranger' };
    expect([...state.tombstones.values()]).to.have.deep.members([
      { ...tombstone, path: 'e/gone' },
      { ...tombstone, path: 'e' },
    ]);
  });

  it('dates a derived file by the version that added or changed it, whatever the digest algorithm', async () => {
    const digest = (of: string): string => createHash('sha512').update(of).digest('hex');
    const by = (created: string, files: Record<string, string>) => ({
      created,
      user: null,
      message: null,
      state: new Map(Object.entries(files).map(([path, text]) => [digest(text), [path]])),
    });
    const versions = new Map([
      ['v1', by('2020-01-01T00:00:00Z', { kept: 'one', changed: 'two' })],
      ['v2', by('2021-01-01T00:00:00Z', { kept: 'one', changed: 'three' })],
    ]);
    const inventory = { ...(await root())!.inventory, digestAlgorithm: 'sha512', head: 'v2', versions };
    const { binaries } = await readGroupState(repository.store, repository.place, inventory, 'v2');
    expect([...binaries.values()].map(({ path, created, modified }) => [path, created, modified])).to.deep.equal([
      ['kept', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
      ['changed', '2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z'],
    ]);
  });

  it('believes the inventory where another program left the state file behind', async () => {
    const { inventory } = (await root())!;
    const v3 = nextVersion(inventory, {
      objectId: inventory.id,
      objectRoot: repository.place.root,
      ...AWAY,
      created: '2027-01-01T00:00:00Z',
      puts: new Map([
        ['new/file', digestBytes('3').sha256],
        ['copy', digestBytes('3').sha256],
      ]),
      deletes: new Set<string>(),
    }).inventory;
    const state = await readGroupState(repository.store, repository.place, v3, 'v3');
    expect([...state.binaries.keys()]).to.have.members(['copy', 'new/file', 'x/a b#1.txt']);
    expect(state.binaries.get('x/a b#1.txt')).to.deep.include({ name: 'First', size: 3 });
    expect(state.binaries.get('copy')).to.deep.include({
      size: null,
      modified: '2027-01-01T00:00:00Z',
      createdBy: 'ada',
    });
    expect(state.containers.get('x')?.name).to.equal('Folder');
    expect(state.containers.has('new')).to.equal(true);
  });
});
