import { ConfigFault, type Config } from '../../../config/config.js';
import type { KafkaServers } from '../../stores/kafka.js';

/** Kafka as the settings name it. Throws ConfigFault where they name none. */
export const requireKafka = ({ servers: { kafka } }: Config): KafkaServers => {
  if (kafka !== null) return kafka;
  throw new ConfigFault('There is no Kafka in the settings: MUNIMENT_KAFKA_BROKERS says where it is.');
};
