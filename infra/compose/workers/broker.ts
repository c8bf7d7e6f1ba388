import { inProcessBroker } from '../../embedded/broker/in-process-broker.js';
import type { KafkaConnection } from '../../kafka/client.js';
import type { KafkaBroker } from '../../kafka/kafka.js';
import type { NamedLog } from '../../log/logger.js';
import type { Servers } from '../../config/servers.js';
import type { ProcessParts } from '../process/process-parts.js';
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

const ownBroker = (log: NamedLog, disposal: ProcessParts['disposal']): Broker => {
  const broker = inProcessBroker({
    onParked: ({ group, fact, reason }) =>
      log.error('A fact was parked and needs a person', { group, fact: fact.id, stream: fact.stream, reason }),
  });
  disposal.keep('broker', broker, (it) => it.close());
  return {
    listener: broker,
    openPublisher: () => ({ publisher: broker, close: () => Promise.resolve() }),
    idle: () => broker.idle(),
    fault: () => null,
  };
};

/** The connection to the brokers of the settings. */
export const kafkaConnection = ({ brokers, tls, login }: NonNullable<Servers['kafka']>): KafkaConnection => {
  const sasl = login && { mechanism: login.mechanism, username: login.user, password: login.password };
  return { brokers, clientId: 'muniment', ssl: tls, ...(sasl === null ? {} : { sasl }) };
};

const connect = async (kafka: NonNullable<Servers['kafka']>, log: NamedLog): Promise<KafkaBroker> => {
  const { openKafka } = await import('../../kafka/kafka.js'); // takes long to load
  return openKafka({
    ...kafkaConnection(kafka),
    topics: { prefix: kafka.topicPrefix, replicationFactor: kafka.replication },
    log,
  });
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
  if (config.servers.kafka === null) return ownBroker(log, disposal);
  const kafka = disposal.keep('broker', await connect(config.servers.kafka, log), (it) => it.close());
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
