import { expect } from 'chai';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { timestampOf } from '../../../events/time.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { foreignFiles } from '../../support/repository/foreign-object.js';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { adoptRepository } from '../../../workers/adopter/adopt-repository.js';
import { fileFeed, MOST_GROUPS } from '../../../workers/search-index/file-feed.js';
import { faulty } from '../../support/faults/faulty.js';
import { memoryIndex, type MemoryIndex } from '../../support/search/memory-index.js';
import { memoryLog } from '../../gateways/service.js';
import { importOnce, settle } from '../support/import-once.js';
import { openRepository } from '../support/repository.js';
import { openedForEach } from '../../support/platform/opened.js';

describe('the files in the index of files', () => {
  const repository = openedForEach(openRepository);
  let index: MemoryIndex;
  let logged: ReturnType<typeof memoryLog>;
  beforeEach(() => {
    index = memoryIndex();
    logged = memoryLog();
  });

  const facts = async (): Promise<RecordedFact<ArchivalGroupFact>[]> => {
    const found: RecordedFact<ArchivalGroupFact>[] = [];
    const after = (await index.position()) ?? undefined;
    const { events } = repository;
    for await (const fact of events.readAll<ArchivalGroupFact>({ categories: ['archivalGroup'], after }))
      found.push(fact);
    return found;
  };
  /** What a follower does with all facts that are new to the index, in one batch. */
  const follow = async (dependencies: Dependencies = repository.dependencies): Promise<void> => {
    const feed = fileFeed({ ...dependencies, log: logged.log });
    for await (const change of feed.changes(await facts(), index, new AbortController().signal))
      await index.apply(change);
  };
  const importInto = async (group: string, ...operations: PlannedOperation[]): Promise<void> => {
    const task = await repository.submit(group, operations);
    await importOnce(repository.dependencies, task);
    await settle(repository.dependencies, task);
  };
  const putCounts = (): number[] => index.applied.map(({ put }) => put.filter(({ text }) => text !== '').length);

  it('are those of the newest version, by their repository paths', async () => {
    await importInto(
      'letters/1911',
      await repository.put('add-binary', 'one.txt', 'one', { contentType: 'text/plain' }),
      { op: 'add-container', path: 'folder' },
      await repository.put('add-binary', 'folder/odd #1 100% ß_🖋.txt', 'odd'),
    );
    await follow();
    expect(index.texts()).to.deep.equal(['letters/1911/folder/odd #1 100% ß_🖋.txt', 'letters/1911/one.txt']);
    const { about, created } = index.entries.get('letters/1911/one.txt')!;
    expect(about).to.deep.include({ size: 3, mimeType: 'text/plain' });
    expect(created).to.equal(timestampOf(new Date(String(about['lastModified']))));
  });

  it('change with each version by what its plan names, and by nothing else', async () => {
    await importInto(
      'letters/1911',
      await repository.put('add-binary', 'kept', 'kept'),
      await repository.put('add-binary', 'patched', 'before'),
      await repository.put('add-binary', 'deleted', 'deleted'),
    );
    await follow();
    const { created } = index.entries.get('letters/1911/patched')!;
    await importInto(
      'letters/1911',
      await repository.put('patch-binary', 'patched', 'afterwards'),
      { op: 'delete-binary', path: 'deleted' },
      { op: 'rename-binary', path: 'kept', name: 'Renamed' },
      await repository.put('add-binary', 'added', 'added'),
    );
    await follow();
    expect(index.texts()).to.deep.equal(['letters/1911/added', 'letters/1911/kept', 'letters/1911/patched']);
    const patched = index.entries.get('letters/1911/patched')!;
    expect(patched.created).to.equal(created);
    expect(patched.about['size']).to.equal(10);
    expect(timestampOf(new Date(String(patched.about['lastModified']))) > created).to.equal(true);
    expect(putCounts().at(-1)).to.equal(3);
    expect(index.read.filter((name) => name === 'letters/1911')).to.have.length(1);
  });

  it('are read once where a group got many versions in the meantime', async () => {
    for (const name of ['a', 'b', 'c'])
      await importInto('letters/1911', await repository.put('add-binary', name, name));
    await importInto('letters/1912', await repository.put('add-binary', 'other', 'other'));
    await follow();
    expect(index.texts()).to.deep.equal(['letters/1911/a', 'letters/1911/b', 'letters/1911/c', 'letters/1912/other']);
    expect(putCounts()).to.deep.equal([4]);
  });

  it('of each group come with an entry without text, at the time of the version', async () => {
    for (const group of ['letters/1911', 'letters/1912'])
      await importInto(group, await repository.put('add-binary', 'a', group));
    await follow();
    for (const group of ['letters/1911', 'letters/1912'])
      expect(index.entries.get(`/version/${group}`)).to.include({
        text: '',
        created: index.entries.get(`${group}/a`)!.created,
      });
  });

  it('are the same however often a crash comes between two changes', async () => {
    const groups = Array.from({ length: MOST_GROUPS + 1 }, (_, number) => `letters/${String(number).padStart(2, '0')}`);
    for (const group of groups) await importInto(group, await repository.put('add-binary', 'a', group));
    const [first = ''] = groups;
    await importInto(first, { op: 'delete-binary', path: 'a' }, await repository.put('add-binary', 'b', 'b'));
    for (let crashes = 0; crashes < 2; crashes++) {
      const feed = fileFeed({ ...repository.dependencies, log: logged.log });
      for await (const change of feed.changes(await facts(), index, new AbortController().signal)) {
        await index.apply(change);
        break;
      }
      expect(index.texts()).to.have.length(MOST_GROUPS + crashes);
    }
    await follow();
    expect(index.texts()).to.deep.equal(groups.map((group) => `${group}/${group === first ? 'b' : 'a'}`));
  });

  it('of an adopted object of another program are found by what its inventory says, with a size and a type', async () => {
    const { dependencies, bytes } = repository;
    const { bucket, prefix } = dependencies.places.repository;
    const id = 'info:repo/letters/adopted';
    const versions = [
      { files: { 'a.txt': 'a', 'gone.txt': 'g' }, created: '2020-01-01T02:00:00+02:00' },
      { files: { 'a.txt': 'a', 'b.txt': 'b' }, created: '2021-01-01T00:00:00.25Z' },
    ];
    for (const [path, text] of foreignFiles({ id, versions }))
      await bytes.put({ bucket, key: `${objectRoot(id, prefix)}/${path}` }, Buffer.from(text));
    const counted = { adopted: () => undefined, known: () => undefined, notAdopted: () => undefined };
    const adopting = { storageRoot: byteStoreRootReader(bytes, bucket), correlationId: 'adoption', report: counted };
    await adoptRepository({ ...dependencies, ...adopting, verify: false, dryRun: false });
    await follow();
    expect(index.texts()).to.deep.equal(['letters/adopted/a.txt', 'letters/adopted/b.txt']);
    const [a, b] = index.texts().map((text) => index.entries.get(text)!);
    expect([a!.created, b!.created]).to.deep.equal(['2020-01-01T00:00:00.0000000Z', '2021-01-01T00:00:00.2500000Z']);
    expect(a!.about).to.deep.include({ mimeType: 'text/plain', size: 1 });
  });

  it('of other groups are indexed where one is not as it was recorded, which is taken at its next version', async () => {
    await importInto('letters/1911', await repository.put('add-binary', 'a', 'a'));
    await importInto('letters/1912', await repository.put('add-binary', 'a', 'b'));
    const { bucket, root } = objectPlaceOf(repository.dependencies, 'letters/1911');
    const key = `${root}/v1/inventory.json`;
    const hidden = faulty(repository.bytes, ({ method, args: [at] }) => {
      if ((at as { key?: string } | undefined)?.key !== key || (method !== 'get' && method !== 'head')) return;
      throw new ByteStoreFault('object-not-found', `nothing at ${key} in ${bucket}`);
    });
    await follow(repository.over({ bytes: hidden }));
    expect(index.texts()).to.deep.equal(['letters/1912/a']);
    expect(logged.lines.map(({ level, fields }) => [level, fields['group']])).to.deep.equal([
      ['error', 'letters/1911'],
    ]);
    await importInto('letters/1911', await repository.put('add-binary', 'b', 'b'));
    await follow();
    expect(index.texts()).to.deep.equal(['letters/1911/a', 'letters/1911/b', 'letters/1912/a']);
    expect([...index.entries.keys()].filter((each) => each.startsWith('/unread'))).to.deep.equal([]);
  });

  it('are indexed after all when other facts arrive and the group can be read again', async () => {
    await importInto('letters/1911', await repository.put('add-binary', 'a', 'a'));
    const { root } = objectPlaceOf(repository.dependencies, 'letters/1911');
    const unreadable = faulty(repository.bytes, ({ args: [at] }) => {
      if ((at as { key?: string } | undefined)?.key?.startsWith(root) === true)
        throw new ByteStoreFault('store-denied', 'denied');
    });
    await follow(repository.over({ bytes: unreadable }));
    expect(index.texts()).to.deep.equal([]);
    await importInto('letters/1912', await repository.put('add-binary', 'a', 'b'));
    await follow();
    expect(index.texts()).to.deep.equal(['letters/1911/a', 'letters/1912/a']);
  });

  it('are not taken as indexed while the whole store is away', async () => {
    await importInto('letters/1911', await repository.put('add-binary', 'a', 'a'));
    const away = faulty(repository.bytes, () => {
      throw new ByteStoreFault('store-unavailable', 'away');
    });
    const stopped = new AbortController();
    const feed = fileFeed({ ...repository.over({ bytes: away }), log: logged.log });
    const taking = feed
      .changes(await facts(), index, stopped.signal)
      [Symbol.asyncIterator]()
      .next();
    stopped.abort(new Error('stopped'));
    const outcome = await Promise.resolve(taking).then(
      () => 'taken',
      (error: unknown) => String(error),
    );
    expect(outcome).to.not.equal('taken');
    expect(await index.position()).to.equal(null);
  });
});
