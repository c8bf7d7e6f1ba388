import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EventStore } from '../../events/store.js';
import { inProcessBroker } from '../../infra/embedded/broker/in-process-broker.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import type { DocumentStore } from '../../projections/documents.js';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { secondsOf } from '../measure.js';
import { fillLog } from '../services/facts.js';
import { warnUnexpected } from '../services/log.js';
import { withEmbeddedLog, withOwnServer, type WithLog } from '../services/logs.js';
import { decode, secondsToProject, secondsToRelay } from '../services/reading.js';
import { withBroker, withDatabase, type Servers } from '../services/servers.js';
import { comparedFigures } from './compared-figures.js';

/** Enough that connecting and the compilation of hot code do not count. */
const FACTS = 50_000;
const ROUNDS = 5;

/** Where a relay publishes, where a projector writes, and the log that both read. */
interface Platform {
  readonly name: string;
  readonly withLog: WithLog;
  readonly publisher: <Result>(work: (of: (events: EventStore) => FactPublisher) => Promise<Result>) => Promise<Result>;
  readonly documents: <Result>(work: (documents: DocumentStore) => Promise<Result>) => Promise<Result>;
  readonly names: { readonly relay: string; readonly projector: string };
  readonly goal?: number;
}

const distributed = ({ brokers, mongodb }: Servers): Platform => ({
  name: 'EventStoreDB protocol',
  withLog: withOwnServer,
  publisher: (work) => withBroker(brokers, (kafka) => work((events) => kafka.publisher(events))),
  documents: (work) => withDatabase(mongodb, (open) => work(open())),
  names: { relay: 'relay into Kafka', projector: 'projector into MongoDB' },
  goal: 0.7,
});

const EMBEDDED: Platform = {
  name: 'embedded log',
  withLog: withEmbeddedLog,
  publisher: async (work) => {
    const broker = inProcessBroker({ onParked: (parked) => warnUnexpected('A fact was parked', parked) });
    return work(() => broker).finally(() => broker.close());
  },
  documents: (work) =>
    inFolder(async (folder) => {
      const documents = openDocumentStore(join(folder, 'documents.sqlite'));
      return work(documents).finally(() => documents.close());
    }),
  names: { relay: 'relay into the broker of the process', projector: 'projector into SQLite' },
};

/** A store in which the relay finds no checkpoint of an earlier round. */
const withOwnCheckpoint = (events: EventStore): EventStore => {
  const round = randomUUID();
  const own = (stream: string): string => (stream.startsWith('checkpoint-') ? `${stream}-${round}` : stream);
  return {
    append: (stream, ...rest) => events.append(own(stream), ...rest),
    read: (stream, options) => events.read(own(stream), options),
    readAll: (options) => events.readAll(options),
    subscribe: (options, signal) => events.subscribe(options, signal),
    head: () => events.head(),
    newestAt: () => events.newestAt(),
  };
};

const rates = async (platform: Platform): Promise<readonly Figure[]> =>
  platform.withLog(async (events) => {
    const last = await fillLog(events, FACTS);
    await decode(events, last); // compiles what is read with
    const [decoded, relayed, projected]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      decoded.push(FACTS / (await secondsOf(() => decode(events, last))));
      const own = withOwnCheckpoint(events);
      const relaying = platform.publisher((of) => secondsToRelay(own, of(own), last));
      relayed.push(FACTS / (await relaying));
      const projecting = platform.documents((documents) => secondsToProject(events, documents, last));
      projected.push(FACTS / (await projecting));
    }
    const { name, names, goal } = platform;
    const to = 'a subscription that only decodes';
    const common = { to, unit: 'facts/s', bare: decoded, ...(goal === undefined ? {} : { goal }) };
    const [relaying, decoding] = comparedFigures({ ...common, name: `${name}: ${names.relay}`, ours: relayed });
    const [projecting] = comparedFigures({ ...common, name: `${name}: ${names.projector}`, ours: projected });
    return [relaying, projecting, decoding].flatMap((figure) => figure ?? []);
  });

/** Relay and projector of a platform with servers, with facts of 1 KB. */
export const distributedReaderFigures = (servers: Servers): Promise<readonly Figure[]> => rates(distributed(servers));

/** Relay and projector of the embedded platform, with facts of 1 KB. */
export const embeddedReaderFigures = (): Promise<readonly Figure[]> => rates(EMBEDDED);
