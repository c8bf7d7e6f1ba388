import { TOPIC_DEFAULTS } from '../../../schemas/events/topics.js';
import type { Servers } from '../../config/servers.js';
import type { KafkaConnection, KafkaLog } from '../../kafka/client.js';
import type { KafkaBroker } from '../../kafka/kafka.js';

/** The settings of a Kafka. */
export type KafkaServers = NonNullable<Servers['kafka']>;

/** The connection to the brokers of the settings. */
export const kafkaConnection = ({ brokers, tls, login }: KafkaServers): KafkaConnection => {
  const sasl = login && { mechanism: login.mechanism, username: login.user, password: login.password };
  return { brokers, clientId: 'muniment', ssl: tls, ...(sasl === null ? {} : { sasl }) };
};

/** The broker of the settings, with topics of a generation; by default those that the platform itself reads and writes. */
export const connectToKafka = async (
  kafka: KafkaServers,
  log: KafkaLog,
  generation: string = TOPIC_DEFAULTS.generation,
): Promise<KafkaBroker> => {
  const { openKafka } = await import('../../kafka/kafka.js'); // takes long to load
  return openKafka({
    ...kafkaConnection(kafka),
    topics: { prefix: kafka.topicPrefix, generation, replicationFactor: kafka.replication },
    log,
  });
};
