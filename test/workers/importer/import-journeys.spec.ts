import { Readable } from 'node:stream';
import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { readRootInventory } from '../../../formats/ocfl/inventory/read-inventory.js';
import { readGroupState } from '../../../formats/group-state/read-state.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { messageOf } from '../support/log-of-facts.js';
import { importOnce, outcomeOf } from '../support/import-once.js';
import { etagOf, openRepository, type Repository } from '../support/repository.js';
import { openedForEach } from '../../support/platform/opened.js';
import { sha256Of } from '../../support/sha256.js';

const GROUP = 'letters/1911';
const ROOT = objectRoot(ocflId(GROUP), 'root/');

describe('importing', () => {
  const repository = openedForEach(openRepository);

  const run = async (
    operations: readonly PlannedOperation[],
    request: Parameters<Repository['submit']>[2] = {},
    path = GROUP,
  ): Promise<number | string> => {
    const task = await repository.submit(path, operations, request);
    await importOnce(repository.dependencies, task);
    return outcomeOf(repository.dependencies, task);
  };
  const put = (path: string, text: string, rest?: Partial<PlannedOperation>) =>
    repository.put('add-binary', path, text, rest);
  /** Keys of the object, relative to its root. */
  const object = async (): Promise<string[]> =>
    [...(await repository.stored()).keys()]
      .filter((key) => key.startsWith(ROOT))
      .map((key) => key.slice(ROOT.length + 1));
  const textsAt = async (version?: string): Promise<Record<string, string>> => {
    const { dependencies } = repository;
    const place = { bucket: 'repository', root: ROOT };
    const root = await readRootInventory(dependencies.bytes, place);
    const state = root!.inventory.versions.get(version ?? root!.inventory.head)!.state;
    const stored = await repository.stored();
    const texts: Record<string, string> = {};
    for (const [digest, paths] of state)
      for (const path of paths)
        if (!path.startsWith('.muniment/'))
          texts[path] = stored.get(`${ROOT}/${root!.inventory.manifest.get(digest)![0]!}`)!;
    return texts;
  };

  it('makes version 1 of a new group, with every file under its own path', async () => {
    const folder: PlannedOperation = { op: 'add-container', path: 'objects', name: 'Objects' };
    const version = await run([folder, await put('objects/a b#.txt', 'alpha'), await put('mets.xml', '<mets/>')]);
    expect(version).to.equal(1);
    expect(await textsAt()).to.deep.equal({ 'objects/a b#.txt': 'alpha', 'mets.xml': '<mets/>' });
    expect(await object()).to.have.members([
      '0=ocfl_object_1.1',
      'inventory.json',
      'inventory.json.sha256',
      'v1/content/.muniment/state.ndjson',
      'v1/content/mets.xml',
      'v1/content/objects/a b#.txt',
      'v1/inventory.json',
      'v1/inventory.json.sha256',
    ]);
    expect(await repository.staged()).to.deep.equal([]);
  });

  it('adds, patches, deletes and renames in a second version, writing only what is new', async () => {
    await run([
      { op: 'add-container', path: 'objects' },
      await put('objects/a', 'alpha'),
      await put('objects/b', 'beta'),
      await put('objects/c', 'gamma'),
    ]);
    const version = await run(
      [
        await put('objects/d', 'delta'),
        await repository.put('patch-binary', 'objects/b', 'beta, revised'),
        { op: 'delete-binary', path: 'objects/c' },
        { op: 'rename-binary', path: 'objects/a', name: 'The first\nletter' },
      ],
      { isUpdate: true, archivalGroupName: 'A group, renamed' },
    );
    expect(version).to.equal(2);
    expect(await textsAt()).to.deep.equal({ 'objects/a': 'alpha', 'objects/b': 'beta, revised', 'objects/d': 'delta' });
    expect(await textsAt('v1')).to.have.all.keys('objects/a', 'objects/b', 'objects/c');
    expect((await object()).filter((key) => key.startsWith('v2/content/'))).to.have.members([
      'v2/content/.muniment/state.ndjson',
      'v2/content/objects/b',
      'v2/content/objects/d',
    ]);
    const place = { bucket: 'repository', root: ROOT };
    const { inventory } = (await readRootInventory(repository.bytes, place))!;
    const state = await readGroupState(repository.bytes, place, inventory, 'v2');
    expect(state.name).to.equal('A group, renamed');
    expect(state.binaries.get('objects/a')?.name).to.equal('The first - letter');
  });

  it('records totals of the version and of what it added', async () => {
    await run([await put('a', '12345'), await put('b', '12345'), await put('c', '')]);
    const [version] = (await readLedger(repository.events, GROUP)).versions;
    expect(version?.totals).to.deep.equal({ files: 3, bytes: 10, addedFiles: 2, addedBytes: 5 });
  });

  it('stores identical content once, in one version and over versions', async () => {
    await run([await put('a', 'same'), await put('b', 'same')]);
    await run([await put('c', 'same')]);
    expect((await object()).filter((key) => /content\/[abc]$/.test(key))).to.deep.equal(['v1/content/a']);
    expect(await textsAt()).to.deep.equal({ a: 'same', b: 'same', c: 'same' });
  });

  it('makes a valid empty version of an empty plan for a new group', async () => {
    expect(await run([])).to.equal(1);
    expect(await textsAt()).to.deep.equal({});
  });

  it('gives every version a second of its own', async () => {
    await run([await put('a', '1')]);
    await run([await put('b', '2')]);
    const [first, second] = [...(await readLedger(repository.events, GROUP)).versions].map(({ created }) =>
      Date.parse(created),
    );
    expect(second! - first!).to.be.at.least(1000);
  });

  it('takes digest and size from the origin where the plan has none', async () => {
    const { origin } = await put('a', 'alpha');
    const { bucket, key } = origin!;
    expect(await run([{ op: 'add-binary', path: 'a', origin: { bucket, key } }])).to.equal(1);
    expect(await textsAt()).to.deep.equal({ a: 'alpha' });
    expect((await repository.staged()).map((key) => key.split('/').at(-1))).to.deep.equal(['origins.ndjson']);
  });

  describe('fails with one clear error, and leaves no key behind, when', () => {
    const failing = (title: string, message: string, plan: () => Promise<PlannedOperation[]>, request = {}): void => {
      it(title, async () => {
        const before = [...(await repository.stored()).keys()];
        const outcome = await run([await put('fine', 'fine'), ...(await plan())], request);
        expect(outcome).to.equal(message);
        expect([...(await repository.stored()).keys()]).to.deep.equal(before);
        expect(await repository.staged()).to.deep.equal([]);
        const { job, versions } = await readLedger(repository.events, GROUP);
        expect({ job, versions: [...versions] }).to.deep.equal({ job: null, versions: [] });
      });
    };
    const origin = { bucket: 'workspace', key: 'deposits/d1/not there' };

    failing(
      'a digest is not that of the bytes',
      `Checksum mismatch for binary letters/1911/a: expected ${sha256Of('other')}, found ${sha256Of('alpha')}`,
      async () => [await put('a', 'alpha', { sha256: sha256Of('other') })],
    );
    failing(
      'a digest is not that of the bytes, though another file of the job has it',
      `Checksum mismatch for binary letters/1911/z: expected ${sha256Of('fine')}, found ${sha256Of('alpha')}`,
      async () => [await put('z', 'alpha', { sha256: sha256Of('fine'), size: 4 })],
    );
    failing(
      'a size is not that of the bytes',
      'Size mismatch for binary letters/1911/a: expected 4 bytes, found 5',
      async () => [await put('a', 'alpha', { size: 4 })],
    );
    failing('an origin is not there', 'Unable to read origin s3://workspace/deposits/d1/not%20there', async () => [
      await put('a', 'alpha', { origin }),
    ]);
    failing('a binary has no id, though its origin is not there either', 'Binary ID is null', async () => [
      await put('', 'alpha', { origin }),
    ]);
    failing(
      'an origin changed after the plan was made',
      `The origin s3://workspace/deposits/d1/a of letters/1911/a changed after the job was made: expected ETag ${etagOf('alpha')}, found ${etagOf('alpha, edited')}`,
      async () => {
        const planned = await put('a', 'alpha');
        await repository.upload('deposits/d1/a', 'alpha, edited');
        return [planned];
      },
    );
    failing('a binary has no origin at all', 'Binary letters/1911/a has no origin', () =>
      Promise.resolve([{ op: 'add-binary', path: 'a', sha256: sha256Of('x') }]),
    );
    failing('the plan deletes what is not there', 'Not found: letters/1911/gone', () =>
      Promise.resolve([{ op: 'delete-binary', path: 'gone' }]),
    );
    failing(
      'it claims to update a group that is not there',
      'Archival Group was null for update',
      () => Promise.resolve([]),
      { isUpdate: true },
    );
    failing('a new group has no name', 'Archival Group does not have a name', () => Promise.resolve([]), {
      archivalGroupName: ' ',
    });
  });

  it('fails when it claims that the group is new and it is not', async () => {
    await run([await put('a', 'alpha')]);
    expect(await run([await put('b', 'beta')], { isUpdate: false })).to.equal(
      'Archival Group is not null for new Import',
    );
  });

  it('fails when the group has no parent', async () => {
    expect(await run([], {}, 'maps/1911')).to.equal(
      "Ancestors of 'maps/1911' must all be Containers, 'maps' does not exist.",
    );
  });

  it('fails when no source gives a checksum', async () => {
    await put('a', 'alpha');
    const origin = { bucket: 'workspace', key: 'deposits/d1/a' };
    const task = await repository.submit(GROUP, [{ op: 'add-binary', path: 'a', origin }]);
    const { bytes } = repository;
    const forgetful = new Proxy(bytes, {
      get: (target, property, receiver) =>
        property === 'head'
          ? async (at: Parameters<typeof bytes.head>[0]) => {
              const info = await target.head(at);
              return info === null ? null : { ...info, sha256: null };
            }
          : (Reflect.get(target, property, receiver) as unknown),
    });
    await importOnce(repository.over({ bytes: forgetful }), task);
    expect(await outcomeOf(repository.dependencies, task)).to.equal('No checksum obtainable for binary letters/1911/a');
  });

  it('writes the next attempt at a version below a folder of its own, after one was abandoned', async () => {
    await run([await put('a', 'alpha', { sha256: sha256Of('other') })]);
    const task = await repository.submit(GROUP, [await put('a', 'alpha')]);
    await importOnce(repository.dependencies, task);
    expect(await outcomeOf(repository.dependencies, task)).to.equal(1);
    expect(await object()).to.include(`v1/content/${task.jobId}/a`);
    expect(await textsAt()).to.deep.equal({ a: 'alpha' });
  });

  it('frees the path of a new group that failed', async () => {
    await run([await put('a', 'alpha', { sha256: sha256Of('other') })]);
    expect(await run([await put('a', 'alpha')])).to.equal(1);
  });

  it('refuses to build on an object that is ahead of its ledger', async () => {
    await repository.bytes.put({ bucket: 'repository', key: `${ROOT}/inventory.json` }, Buffer.from('{}'));
    const refusal = await run([await put('a', 'alpha')]).catch(messageOf);
    expect(refusal).to.match(/inventory\.json is not a valid inventory.*Nothing can be imported/);
  });

  it("builds on the version's own inventory where the root's is not the one that was decided", async () => {
    await run([await put('a', 'alpha'), await put('b', 'beta')]);
    const at = { bucket: 'repository', key: `${ROOT}/inventory.json` };
    const { bytes } = await readWhole(repository.bytes, at);
    await repository.bytes.put(at, Buffer.from(JSON.stringify(JSON.parse(bytes.toString()))));
    expect(await run([await put('c', 'gamma')])).to.equal(2);
    expect(await textsAt()).to.deep.equal({ a: 'alpha', b: 'beta', c: 'gamma' });
  });

  it('reads the inventory that it builds on again where it breaks off', async () => {
    await run([await put('a', 'alpha')]);
    const task = await repository.submit(GROUP, [await put('b', 'beta')]);
    const broken = new Set<string>();
    const breakingOff: ObjectStore = {
      ...repository.bytes,
      async get(from, options) {
        const body = await repository.bytes.get(from, options);
        const reading = JSON.stringify([from.key, options?.range]);
        if (!from.key.endsWith('inventory.json') || broken.has(reading)) return body;
        broken.add(reading);
        body.stream.destroy();
        const fault = new ByteStoreFault('store-unavailable', 'the connection broke off');
        const stream = new Readable({
          read() {
            this.destroy(fault); // not before it is read: until then nobody listens
          },
        });
        return { ...body, stream };
      },
    };
    await importOnce(repository.over({ bytes: breakingOff }), task);
    expect(await outcomeOf(repository.dependencies, task)).to.equal(2);
    expect([...broken].filter((reading) => reading.includes('start'))).to.have.length(3);
    expect(await textsAt()).to.deep.equal({ a: 'alpha', b: 'beta' });
  });

  for (const [gone, key, content] of [
    ['the first', `v1/content/.muniment/state.ndjson`, '.muniment/state.ndjson'],
    ['another', `v1/content/a`, 'a'],
    ['the last', `v1/content/b`, 'b'],
  ] as const)
    it(`fails when ${gone} of its keys is not there after all`, async () => {
      const task = await repository.submit(GROUP, [await put('a', 'alpha'), await put('b', 'beta')]);
      const forgetful: ObjectStore = {
        ...repository.bytes,
        async *list(...args) {
          for await (const found of repository.bytes.list(...args)) if (found.key !== `${ROOT}/${key}`) yield found;
        },
      };
      await importOnce(repository.over({ bytes: forgetful }), task);
      expect(await outcomeOf(repository.dependencies, task)).to.equal(
        `The content v1/content/${content} of v1 is not there as it was copied.`,
      );
    });
});
