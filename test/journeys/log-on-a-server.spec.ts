import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Position } from '../../events/envelope.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import type { DocumentStore } from '../../projections/documents.js';
import { liveOf } from '../../projections/live-generation.js';
import { openLog } from '../support/eventstoredb/log.js';
import { startEventStoreDb, type EventStoreDbServer } from '../support/eventstoredb/server.js';
import type { StoredEvent } from '../support/eventstoredb/stream.js';
import { until } from '../support/scheduling/until.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

const VERSION = '24.10';
const NO_FACT = '18446744073709551615-18446744073709551615' as Position;

describe('a platform whose log is on a new EventStoreDB 24.10', () => {
  let root: string;
  let server: EventStoreDbServer;
  let platform: TestPlatform | null = null;
  let older: readonly StoredEvent[] = [];

  const start = async (): Promise<TestPlatform> => {
    const environment = { MUNIMENT_EVENTSTORE_URL: server.url, MUNIMENT_DRAIN_SECONDS: '0' };
    return (platform = await startTestPlatform({ data: join(root, 'data'), environment }));
  };
  const stop = async (): Promise<void> => {
    await platform?.stop();
    platform = null;
  };
  const shown = ({ call }: TestPlatform, name: string): Promise<void> =>
    until(`${name} is shown`, async () => (await call('GET', `/repository/${name}`)).status === 200);

  const withDocuments = async <T>(work: (documents: DocumentStore) => Promise<T>): Promise<T> => {
    const documents = openDocumentStore(join(root, 'data/documents.sqlite'));
    return work(documents).finally(() => documents.close());
  };

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-log-'));
    server = await startEventStoreDb({ version: VERSION });
  });
  after(async () => {
    await stop();
    await server.stop();
    await rm(root, { recursive: true, force: true });
  });

  it('shows what was created, and is ready', async () => {
    const made = await start();
    expect((await made.call('PUT', '/repository/box')).status).to.equal(201);
    await shown(made, 'box');
    expect((await fetch(`${made.ready.operations}/ready`)).status).to.equal(200);
    older = [...server.log.events];
    expect((await made.call('PUT', '/repository/later')).status).to.equal(201);
    await shown(made, 'later');
    await stop();
  });

  it('has written nothing but facts: no leases, checkpoints or heartbeats, not even when it stopped', () => {
    const families = new Set(server.log.events.map(({ stream }) => stream.replace(/-.*/, '')));
    expect([...families]).to.deep.equal(['container']);
  });

  it('builds anew what an earlier version left at a position that no fact can have', async () => {
    const begun = await withDocuments(async (documents) => {
      const register = await documents.register('repository');
      const epoch = (await documents.acquireLease('repository', 'test', register.lease))?.lease.epoch ?? 0;
      await documents.saveCheckpoint('repository', epoch, liveOf(register)!, { position: NO_FACT });
      await documents.releaseLease('repository', epoch);
      return register.live!;
    });
    await shown(await start(), 'box');
    await stop();
    const register = await withDocuments((documents) => documents.register('repository'));
    expect(register.live).to.equal(begun + 1);
  });

  it('does not start where an older log was restored, and says how to go on', async () => {
    await server.stop();
    server = await startEventStoreDb({ version: VERSION, log: openLog([older]) });
    const refusal = await start().then(
      () => 'it started',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    expect(refusal).to.match(/documents\.sqlite are ahead of the event log.*delete that file/);
    expect(server.log.events).to.have.length(older.length);
    await rm(join(root, 'data/documents.sqlite'));
    await shown(await start(), 'box');
  });
});
