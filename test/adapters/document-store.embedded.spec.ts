import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '../../infra/embedded/sqlite.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { agents } from '../../projections/agents/agents.js';
import { archivableDeposits } from '../../projections/archivable-deposits/archivable-deposits.js';
import { unfinishedExports } from '../../projections/exports/exports.js';
import type { CollectionShape } from '../../projections/documents.js';
import { deposits } from '../../projections/deposits/deposits.js';
import { pipelineRuns } from '../../projections/pipeline-runs/pipeline-runs.js';
import { jobResults } from '../../projections/job-results/job-results.js';
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
    await store.renewLease('letters', lease.epoch);
    await store.beginGeneration('letters', lease.epoch, 4, null);
    await store.close();
    const database = openDatabase(path);
    const row = database.prepare('SELECT register FROM registers').get() as unknown as { register: string };
    closeDatabase(database);
    await rm(folder, { recursive: true });
    expect(JSON.parse(row.register)).to.deep.equal({
      pen: { epoch: 1, holder: 'ada', beat: 1 },
      live: null,
      generations: [{ number: 1, version: 4, position: null, end: null, wishes: 1 }],
      wishes: 1,
      newest: 1,
    });
  });

  const projections = [repository, jobResults, unfinishedExports, agents, archivableDeposits, deposits, pipelineRuns];
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
