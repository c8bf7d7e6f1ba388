import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Codec } from '../../events/codec/codec.js';
import { categoryOf, type EventStore } from '../../events/store.js';
import { openEventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { PASSING } from '../contracts/event-store/resuming.js';
import { eventStoreContract, type OpenedEventStore } from '../contracts/event-store.contract.js';
import { fromNow } from '../support/eventstoredb/from-now.js';
import { startEventStoreDb, type EventStoreDbServer } from '../support/eventstoredb/server.js';
import { until } from '../support/scheduling/until.js';

interface ServedStore {
  readonly url: string;
  /** The store as a test is to see it. */
  readonly seen: (store: EventStore) => Promise<EventStore>;
  readonly scavenge: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const opened = async (codec: Codec, { url, seen, scavenge, stop }: ServedStore): Promise<OpenedEventStore> => {
  const connect = () => openEventStoreDb({ connectionString: url, codec, streamLimits: { [PASSING]: 1 } });
  let current = connect();
  return {
    store: await seen(current),
    scavenge,
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

/** Scavenges once the server knows what it need not keep. */
const scavengeOf = async (server: EventStoreDbServer): Promise<void> => {
  const passing = server.log.events.map(({ stream }) => stream).filter((stream) => categoryOf(stream) === PASSING);
  const isDescribed = (stream: string): boolean => server.log.stream(stream)?.hasMetadata === true;
  await until('the server knows what it may remove', () => passing.every(isDescribed));
  if (server.scavenge() === 0) throw new Error('the scavenge removed nothing');
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
