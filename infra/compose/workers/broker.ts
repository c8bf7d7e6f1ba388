import type { EventStore } from '../../../events/store.js';
import type { Config } from '../../config/config.js';
import { inProcessBroker } from '../../embedded/broker/in-process-broker.js';
import type { KafkaConnection } from '../../kafka/client.js';
import { openKafka, type KafkaBroker } from '../../kafka/kafka.js';
import type { NamedLog } from '../../log/logger.js';
import type { Metrics } from '../../metrics/metrics.js';
import type { Servers } from '../../config/servers.js';
import type { DisposalStack } from '../disposal-stack.js';
import type { FactListener } from '../../../workers/fact-listener.js';
import type { FactPublisher } from '../../../workers/fact-publisher.js';

/** What relay and workers need of the broker, whichever it is. */
export interface Broker {
  readonly listener: FactListener;
  /** For one run of the relay: nothing that was not taken over goes out any more once it is closed. */
  openPublisher(): { readonly publisher: FactPublisher; readonly close: () => Promise<void> };
  /** Resolves when this process has no delivery under way. */
  idle(): Promise<void>;
  /** Why this process does not hear of facts; null while it does. */
  fault(): string | null;
}

interface BrokerSettings {
  readonly config: Config;
  readonly events: EventStore;
  readonly metrics: Metrics;
  readonly log: NamedLog;
  readonly disposal: DisposalStack;
}

const ownBroker = ({ log, disposal }: BrokerSettings): Broker => {
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

/** How the settings say that the brokers are reached. */
export const kafkaConnection = ({ brokers, tls, login }: NonNullable<Servers['kafka']>): KafkaConnection => {
  const sasl = login && { mechanism: login.mechanism, username: login.user, password: login.password };
  return { brokers, clientId: 'muniment', ssl: tls, ...(sasl === null ? {} : { sasl }) };
};

const connect = (kafka: NonNullable<Servers['kafka']>, log: NamedLog): KafkaBroker =>
  openKafka({
    ...kafkaConnection(kafka),
    topics: { prefix: kafka.topicPrefix, replicationFactor: kafka.replication },
    log,
  });

/** Opens the broker that the settings name; one that is away is waited for by whoever uses it. */
export const openBroker = (settings: BrokerSettings): Broker => {
  const { config, events, metrics, log, disposal } = settings;
  if (config.servers.kafka === null) return ownBroker(settings);
  const kafka = disposal.keep('broker', connect(config.servers.kafka, log), (it) => it.close());
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
    idle: () => Promise.resolve(), // what is under way there, other processes may have in hand
    fault: () => (kafka.healthy() ? null : 'the broker has not been heard of for a while'),
  };
};
