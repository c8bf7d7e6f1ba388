import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Position, Recorded } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { inProcessBroker } from '../../infra/embedded/broker/in-process-broker.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import type { DocumentStore } from '../../projections/documents.js';
import { openProjector } from '../../projections/projector/projector.js';
import { repository } from '../../projections/repository/repository.js';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import { relay, RELAYED } from '../../workers/relay.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { secondsOf } from '../measure.js';
import { fillLog, IDENTITY } from '../services/facts.js';
import { complaints, warnUnexpected } from '../services/log.js';
import { withEmbeddedLog, withOwnServer, type WithLog } from '../services/logs.js';
import { withBroker, withDatabase, type Servers } from '../services/servers.js';
import { comparedFigures } from './compared-figures.js';

const FACTS = 10_000;
const ROUNDS = 5;
const PATIENCE_MS = 60_000;

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

/** Only reads the log, like relay and projector. */
const decode = async (events: EventStore, last: Position): Promise<Recorded[]> => {
  const over = new AbortController();
  const facts: Recorded[] = [];
  for await (const delivery of events.subscribe({ categories: RELAYED }, over.signal)) {
    if (delivery.kind !== 'fact') continue;
    facts.push(delivery.fact);
    if (delivery.fact.position === last) break;
  }
  over.abort();
  return facts;
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
  };
};

const relayAll = ({ publisher }: Platform, events: EventStore, last: Position): Promise<number> =>
  publisher(async (of) => {
    const begun = performance.now();
    const relaying = await relay({ events, publisher: of(events), identity: IDENTITY, log: complaints });
    await relaying.reached(last);
    const seconds = (performance.now() - begun) / 1000;
    await relaying.stop();
    return seconds;
  });

const projectAll = ({ documents }: Platform, events: EventStore, last: Position): Promise<number> =>
  documents(async (store) => {
    const onFault = (view: string, fault: unknown): void =>
      warnUnexpected('A projector failed', { view, fault: String(fault) });
    const begun = performance.now();
    const { projector } = openProjector(repository, { events, documents: store, holder: randomUUID(), onFault });
    if (!(await projector.reached(last, PATIENCE_MS)))
      throw new Error('the projector did not come to the end of the log');
    const seconds = (performance.now() - begun) / 1000;
    await projector.close();
    return seconds;
  });

const rates = async (platform: Platform): Promise<readonly Figure[]> =>
  platform.withLog(async (events) => {
    const last = await fillLog(events, FACTS);
    await decode(events, last); // compiles what is read with
    const [decoded, relayed, projected]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      decoded.push(FACTS / (await secondsOf(() => decode(events, last))));
      relayed.push(FACTS / (await relayAll(platform, withOwnCheckpoint(events), last)));
      projected.push(FACTS / (await projectAll(platform, events, last)));
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
