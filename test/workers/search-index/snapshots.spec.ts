import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { openRemoval } from '../../../commands/storage/removal.js';
import { openSubstringIndex, type SubstringIndexFile } from '../../../infra/search-index/open-substring-index.js';
import type { FetchedCopy } from '../../../projections/view-incomplete.js';
import { fillFromSnapshot } from '../../../workers/search-index/snapshots/fill-from-snapshot.js';
import { keepSnapshot } from '../../../workers/search-index/snapshots/snapshot-keeper.js';
import { snapshotStore, type IndexSnapshot } from '../../../workers/search-index/snapshots/snapshot-store.js';
import { textOf } from '../../contracts/substring-index.contract.js';
import { collected } from '../../support/collected.js';
import { memoryBytes, type MemoryBytes } from '../../support/s3/memory-bytes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const DAY_MS = 86_400_000;
const places = {
  workspaceBucket: 'workspace',
  repository: { bucket: 'repository', prefix: '' },
  exports: [],
  staging: { bucket: 'staging', prefix: 'p/' },
};
const never = new AbortController().signal;

describe('snapshots of a search index', () => {
  const opened: SubstringIndexFile[] = [];
  const warnings: string[] = [];
  const fetched: FetchedCopy[] = [];
  let memory: MemoryBytes;
  let ms: number;
  let facts: number;
  const folder = temporaryFolder(async () => {
    for (const index of opened.splice(0)) await index.close();
  });
  const log = {
    info: () => undefined,
    warn: (message: string) => void warnings.push(message),
    error: (message: string) => void warnings.push(message),
  };
  beforeEach(() => {
    ms = Date.UTC(2026, 0, 1);
    facts = 0;
    memory = memoryBytes(['staging'], () => new Date(ms));
    for (const each of [warnings, fetched]) each.splice(0);
  });

  const open = async (): Promise<SubstringIndexFile> => {
    const index = await openSubstringIndex({ folder: folder(), log });
    opened.push(index);
    return index;
  };
  const storeOf = (version = 3) => {
    const { store: bytes } = memory;
    const dependencies = { bytes, places, removal: openRemoval(bytes, places), now: () => new Date(ms) };
    return snapshotStore({ dependencies, name: 'files', version });
  };
  const filled = async (position: number): Promise<SubstringIndexFile> => {
    const index = await open();
    await index.apply({ put: [textOf(`objects/page-${position}.tif`, position)], remove: [], position: at(position) });
    return index;
  };
  const keep = (index: SubstringIndexFile, head = 100): Promise<void> =>
    keepSnapshot(
      {
        ...{ index, snapshots: storeOf(), log, feed: { categories: ['note'] }, now: () => new Date(ms) },
        follower: { name: 'search-files', isCurrent: () => true, filled: () => Promise.resolve(true) },
        events: {
          head: () => Promise.resolve(at(head)),
          async *readAll({ limit = Infinity } = {}) {
            await Promise.resolve();
            for (let number = 0; number < Math.min(facts, limit); number++) yield {} as never;
          },
        },
      },
      never,
    );
  const fill = (index: SubstringIndexFile, isOfLog = true): Promise<void> =>
    fillFromSnapshot(
      {
        ...{
          name: 'files',
          index,
          snapshots: storeOf(),
          log,
          onFetched: (told: FetchedCopy) => void fetched.push(told),
        },
        isOfLog: () => Promise.resolve(isOfLog),
      },
      never,
    );
  const found = async (index: SubstringIndexFile): Promise<string[]> =>
    (await index.search('objects/', { page: 0, pageSize: 10 }, '')).entries.map(({ text }) => text);
  const keys = async (): Promise<string[]> => (await collected(memory.store.list('staging', ''))).map(({ key }) => key);
  const positions = async (): Promise<string[]> => (await storeOf().list()).map(({ position }) => position);

  it('fill an empty index, which goes on from their position', async () => {
    await keep(await filled(7));
    const index = await open();
    await fill(index);
    expect(await index.position()).to.equal(at(7));
    expect(await found(index)).to.deep.equal(['objects/page-7.tif']);
    const [{ size: ofBytes }] = (await storeOf().list()) as [IndexSnapshot];
    expect(fetched.at(0)).to.deep.equal({ bytes: 0, ofBytes });
    expect(fetched.at(-1)).to.deep.equal({ bytes: ofBytes, ofBytes });
    await index.apply({ put: [textOf('objects/later.tif', 8)], remove: [], position: at(8) });
    expect(await found(index)).to.have.members(['objects/later.tif', 'objects/page-7.tif']);
  });

  it('leave an index alone that has entries', async () => {
    await keep(await filled(7));
    const index = await filled(5);
    await fill(index);
    expect(await found(index)).to.deep.equal(['objects/page-5.tif']);
  });

  it('are passed over where a part is not what was stored, and the one before is taken', async () => {
    await keep(await filled(7));
    [ms, facts] = [ms + DAY_MS, 1];
    await keep(await filled(9));
    const [newest] = await storeOf().list();
    await memory.store.put({ bucket: 'staging', key: `${newest?.prefix}000000.gz` }, Buffer.from('damaged'));
    const index = await open();
    await fill(index);
    expect(await index.position()).to.equal(at(7));
    expect(warnings).to.deep.equal(['A snapshot of a search index cannot be used']);
  });

  it('are removed where they were made from another log, and the index is empty', async () => {
    await keep(await filled(7));
    const index = await open();
    await fill(index, false);
    expect(await index.position()).to.equal(null);
    expect(await keys()).to.deep.equal([]);
  });

  it('are not made again within an hour, nor within a day after few facts', async () => {
    const index = await filled(7);
    await keep(index);
    for (const [later, since] of [
      [DAY_MS / 48, 5_000],
      [DAY_MS / 2, 999],
      [DAY_MS * 2, 0],
    ] as const) {
      facts = since;
      ms = Date.UTC(2026, 0, 1) + later;
      await keep(index);
      expect(await positions()).to.deep.equal([at(7)]);
    }
  });

  it('are kept by twos, and what was not completed for a week', async () => {
    facts = 1_000;
    await memory.store.put({ bucket: 'staging', key: 'p/search/files/v3/broken-off/000000.gz' }, Buffer.from('a part'));
    await memory.store.put({ bucket: 'staging', key: 'p/search/files/v2/old/manifest.json' }, Buffer.from('{}'));
    await memory.store.put({ bucket: 'staging', key: 'p/imports/j1/inventory.json' }, Buffer.from('{}'));
    for (const position of [7, 8, 9]) {
      await keep(await filled(position));
      ms += DAY_MS;
    }
    expect(await positions()).to.deep.equal([at(9), at(8)]);
    expect(await keys()).to.include('p/search/files/v3/broken-off/000000.gz');
    ms += 7 * DAY_MS;
    await keep(await filled(10));
    expect(await positions()).to.deep.equal([at(10), at(9)]);
    const kept = (await storeOf().list()).map(({ prefix }) => prefix);
    expect((await keys()).filter((key) => !kept.some((prefix) => key.startsWith(prefix)))).to.deep.equal([
      'p/imports/j1/inventory.json',
    ]);
  });

  it('that are ahead of the log are removed, and one of this log is made', async () => {
    await keep(await filled(9));
    await keep(await filled(7), 7);
    expect(await positions()).to.deep.equal([at(7)]);
  });
});
