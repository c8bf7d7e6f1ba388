import { expect } from 'chai';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position } from '../../events/envelope.js';
import { closeDatabase, openDatabase } from '../../infra/embedded/sqlite.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { agents } from '../../projections/agents/agents.js';
import { archivableDeposits } from '../../projections/archivable-deposits/archivable-deposits.js';
import type { CollectionShape } from '../../projections/documents.js';
import { deposits } from '../../projections/deposits/deposits.js';
import { pipelineRuns } from '../../projections/pipeline-runs/pipeline-runs.js';
import { jobs } from '../../projections/jobs/jobs.js';
import { repository } from '../../projections/repository/repository.js';
import { documentStoreContract } from '../contracts/document-store.contract.js';

documentStoreContract('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const path = join(folder, 'documents.sqlite');
  let store = openDocumentStore(path);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = openDocumentStore(path);
      return store;
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('the embedded document store', () => {
  it('rejects what it cannot do, and never throws: many callers handle nothing else', async () => {
    const store = openDocumentStore(':memory:');
    const { shape } = agents;
    const generation = { number: 1, version: 1 };
    await store.close();
    const calls = [
      () => store.register('agents'),
      () => store.prepare(shape, generation),
      () => store.requestRebuild('agents'),
      () => store.sweepGenerations('agents'),
    ];
    for (const call of calls) expect(await call().catch((error: unknown) => error)).to.be.instanceOf(Error);
  });

  /** Makes a store with a view, and damages its file from the given byte on. */
  const damagedFrom = async (path: string, byte: number): Promise<void> => {
    const store = openDocumentStore(path);
    await store.prepare(agents.shape, { number: 1, version: 1 });
    await store.close();
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size - byte, 0xa5), 0, size - byte, byte);
    await file.close();
  };
  const words = /documents\.sqlite of the data folder is damaged\. .* may be deleted.* built again from the event log/;

  it('says of a damaged file that it may be deleted, and what happens then', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documents-'));
    const path = join(folder, 'documents.sqlite');
    await damagedFrom(path, 0);
    expect(() => openDocumentStore(path)).to.throw(words);
    await rm(path);
    await damagedFrom(path, 4_096);
    const told: string[] = [];
    const tell = (error: unknown): void => void told.push(String(error));
    try {
      const store = openDocumentStore(path);
      const view = await store.open(agents.shape, { number: 1, version: 1 });
      await view.get('a').catch(tell);
      await view.save([{ key: 'a', doc: null, position: 'p' as Position }]).catch(tell);
      await store.requestRebuild('agents').catch(tell);
      await store.close().catch(() => undefined);
    } catch (error) {
      tell(error);
    }
    await rm(folder, { recursive: true });
    expect(told).to.not.deep.equal([]);
    for (const each of told) expect(each).to.match(words);
  });

  it('keeps what an earlier version counted as long as its generation is registered', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documents-'));
    const path = join(folder, 'documents.sqlite');
    const counts = ['letters_g1_counts', 'letters_g9_counts'];
    const before = openDatabase(path);
    for (const name of counts) before.exec(`CREATE TABLE "${name}" (key TEXT)`);
    closeDatabase(before);
    const store = openDocumentStore(path);
    const { lease } = (await store.acquireLease('letters', 'ada', (await store.register('letters')).lease))!;
    await store.beginGeneration('letters', lease.epoch, 1, null);
    await store.sweepGenerations('letters');
    await store.close();
    const after = openDatabase(path);
    const there = after.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%_counts'").all();
    closeDatabase(after);
    await rm(folder, { recursive: true });
    expect(there.map((row) => (row as { name: string }).name)).to.deep.equal(['letters_g1_counts']);
  });

  it('keeps registers under the names of the first version, so that an upgrade finds them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documents-'));
    const path = join(folder, 'documents.sqlite');
    const store = openDocumentStore(path);
    await store.requestRebuild('letters');
    const { lease } = (await store.acquireLease('letters', 'ada', (await store.register('letters')).lease))!;
    const [generation] = (await store.beginGeneration('letters', lease.epoch, 4, null)).generations;
    await store.close();
    const database = openDatabase(path);
    const row = database.prepare('SELECT register FROM registers').get() as unknown as { register: string };
    closeDatabase(database);
    await rm(folder, { recursive: true });
    expect(JSON.parse(row.register)).to.deep.equal({
      pen: { epoch: 1, holder: 'ada', beat: 0 },
      live: null,
      generations: [{ number: 1, version: 4, position: null, end: null, begun: generation!.begun, wishes: 1 }],
      wishes: 1,
      newest: 1,
    });
  });

  const projections = [repository, jobs, agents, archivableDeposits, deposits, pipelineRuns];
  const shapes: CollectionShape[] = projections.map(({ shape }) => shape);
  for (const shape of shapes) {
    for (const [name, query] of Object.entries(shape.queries)) {
      const isSorted = name.startsWith('sorted');
      it(`answers ${shape.name}.${name} from an index, without a scan${isSorted ? '' : ' and without a sort'}`, async () => {
        const store = openDocumentStore(':memory:');
        const generation = { number: 1, version: 1 };
        await store.prepare(shape, generation);
        const plan = store.explain(shape, generation, query);
        await store.close();
        const [, found = ''] = plan; // after the co-routine that yields the page, and before its documents are read
        expect(found).to.match(query.by === undefined ? /^SEARCH .* USING INDEX/ : /^(SEARCH|SCAN) .* USING INDEX/);
        expect(plan.slice(2).join('\n')).not.to.match(/SCAN (?!\(subquery)/);
        if (!isSorted && query.by !== undefined) expect(plan.join('\n')).not.to.contain('TEMP B-TREE');
      });
    }
  }
});
