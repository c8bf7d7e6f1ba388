import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Codec } from '../../events/codec/codec.js';
import type { EventStore } from '../../events/store.js';
import { openEventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { PASSING } from '../contracts/event-store/resuming.js';
import { eventStoreContract, type OpenedEventStore } from '../contracts/event-store.contract.js';
import { keepLast } from '../support/eventstoredb/keep-last.js';
import { fromNow } from '../support/eventstoredb/from-now.js';
import { startEventStoreDb, type EventStoreDbServer } from '../support/eventstoredb/server.js';

interface ServedStore {
  readonly url: string;
  /** The store as a test is to see it. */
  readonly seen: (store: EventStore) => Promise<EventStore>;
  readonly scavenge: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const opened = async (codec: Codec, { url, seen, scavenge, stop }: ServedStore): Promise<OpenedEventStore> => {
  const connect = () => openEventStoreDb({ connectionString: url, codec });
  let current = connect();
  /** Of each stream that passes, the last fact is to stay. */
  const scavengePassing = async (): Promise<void> => {
    const passing = new Set<string>();
    for await (const { stream } of current.readAll({ categories: [PASSING] })) passing.add(stream);
    for (const stream of passing) await keepLast(url, stream, 1);
    await scavenge();
  };
  return {
    store: await seen(current),
    scavenge: scavengePassing,
    async reopen() {
      await current.close();
      return (current = connect());
    },
    async close() {
      await current.close();
      await stop();
    },
  };
};

const scavengeOf = (server: EventStoreDbServer): Promise<void> => {
  if (server.scavenge() === 0) throw new Error('the scavenge removed nothing');
  return Promise.resolve();
};

for (const version of ['23.10', '24.10'] as const) {
  eventStoreContract(`EventStoreDB over the wire, beginning subscriptions as ${version} does`, async (codec) => {
    const server = await startEventStoreDb({ version });
    const seen = (store: EventStore) => Promise.resolve(store);
    const scavenge = () => scavengeOf(server);
    return opened(codec, { url: server.url, seen, scavenge, stop: () => server.stop() });
  });
}

const url = process.env['MUNIMENT_TEST_EVENTSTORE_URL'];
/** What scavenges that server and ends when it is done; without it, the server keeps what it could remove. */
const command = process.env['MUNIMENT_TEST_EVENTSTORE_SCAVENGE'] ?? '';
const scavengeByCommand = async (): Promise<void> => {
  if (command !== '') await promisify(execFile)('sh', ['-c', command]);
};

if (url === undefined || url === '') {
  it('event store contract: the EventStoreDB that MUNIMENT_TEST_EVENTSTORE_URL names');
} else {
  eventStoreContract('an EventStoreDB server', (codec) =>
    opened(codec, { url, seen: fromNow, scavenge: scavengeByCommand, stop: () => Promise.resolve() }),
  );
}
