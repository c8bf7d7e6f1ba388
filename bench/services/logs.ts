import { join } from 'node:path';
import { catalogue } from '../../events/catalogue.js';
import { createCodec } from '../../events/codec.js';
import type { EventStore } from '../../events/store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openEventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { eventstoredb } from '../../test/servers/catalogue.js';
import { nodeProcess } from '../../test/support/distributed/node-process.js';
import { fromNow } from '../../test/support/eventstoredb/from-now.js';
import { inFolder } from '../in-folder.js';

/** Opens an empty log for the duration of the work. */
export type WithLog = <Result>(work: (events: EventStore) => Promise<Result>) => Promise<Result>;

/** The EventStoreDB adapter in this process, and the test server for it in another. */
export const withOwnServer: WithLog = async (work) => {
  const server = nodeProcess({ name: 'event store', program: 'test/support/eventstoredb/serve.js' });
  const { url } = (await server.start()) as { readonly url: string };
  try {
    await using events = openEventStoreDb({ connectionString: url, codec: createCodec(catalogue) });
    return await work(events);
  } finally {
    await server.end('SIGKILL');
  }
};

/** A server that is running already: facts that were in its log before are hidden, and new ones stay there. */
const withServerAt =
  (connectionString: string): WithLog =>
  async (work) => {
    await using events = openEventStoreDb({ connectionString, codec: createCodec(catalogue) });
    return await work(await fromNow(events));
  };

const named = process.env[eventstoredb.variable] ?? '';

/** EventStoreDB: the server in the environment, or else that of the tests. */
export const withServedLog: WithLog = named === '' ? withOwnServer : withServerAt(named);

export const withEmbeddedLog: WithLog = (work) =>
  inFolder(async (folder) => {
    await using events = openEventStore(join(folder, 'events.db'), createCodec(catalogue));
    return await work(events);
  });
