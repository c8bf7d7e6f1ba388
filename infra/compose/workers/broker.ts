import { inProcessBroker } from '../../embedded/broker/in-process-broker.js';
import type { NamedLog } from '../../log/logger.js';
import type { ProcessParts } from '../process/process-parts.js';
import { connectToKafka } from '../stores/kafka.js';
import type { EventStore } from '../../../events/store.js';
import type { FactListener } from '../../../workers/fact-listener.js';
import type { FactPublisher } from '../../../workers/fact-publisher.js';

/** The broker, as used by relay and workers. */
export interface Broker {
  readonly listener: FactListener;
  /** Opens a publisher for one run of the relay; after `close` no waiting fact is sent. */
  openPublisher(): { readonly publisher: FactPublisher; readonly close: () => Promise<void> };
  /** Resolves when no delivery to this process is running. */
  idle(): Promise<void>;
  /** Why this process receives no facts; null while it does. */
  fault(): string | null;
}

const ownBroker = (events: EventStore, log: NamedLog, disposal: ProcessParts['disposal']): Broker => {
  const broker = inProcessBroker({
    onParked: ({ group, fact, reason }) =>
      log.error('A fact was parked and needs an operator', { group, fact: fact.id, stream: fact.stream, reason }),
  });
  disposal.keep('broker', broker, (it) => it.close());
  // It keeps nothing, and workers look for waiting jobs when they start: what was in the log before needs no delivery.
  const publisher: FactPublisher = { publish: (fact) => broker.publish(fact), resume: () => events.head() };
  return {
    listener: broker,
    openPublisher: () => ({ publisher, close: () => Promise.resolve() }),
    idle: () => broker.idle(),
    fault: () => null,
  };
};

/** Opens the broker of the settings; its users wait for an unavailable one. */
export const openBroker = async ({
  config,
  events,
  metrics,
  disposal,
  ...parts
}: Pick<ProcessParts, 'config' | 'events' | 'metrics' | 'log' | 'disposal'>): Promise<Broker> => {
  const log = parts.log('broker');
  if (config.servers.kafka === null) return ownBroker(events, log, disposal);
  const kafka = disposal.keep('broker', await connectToKafka(config.servers.kafka, log), (it) => it.close());
  metrics.gauge(
    'muniment_consumer_lag',
    'Messages that a consumer group has not seen yet.',
    ['group', 'topic'],
    async () =>
      (await kafka.lag()).map(({ group, topic, messages }) => ({ labels: { group, topic }, value: messages })),
  );
  return {
    listener: kafka.listener(events),
    openPublisher: () => {
      const publisher = kafka.publisher(events);
      return { publisher, close: () => publisher.close() };
    },
    idle: () => Promise.resolve(), // deliveries may be handled by other processes
    fault: () => (kafka.healthy() ? null : 'the broker has not been heard of for a while'),
  };
};
