import type { Admin, ITopicConfig } from 'kafkajs';
import { isPublic, publicTopics, TOPIC_DEFAULTS, type PublicCategory } from '../../schemas/events/topics.js';
import type { KafkaLog } from './client.js';

export interface TopicOptions {
  /** Begins the name of every topic and consumer group. */
  readonly prefix?: string;
  /** Ends the name of every topic; a new one begins an empty generation that a relay fills from the start of the log. */
  readonly generation?: string;
  /** Fixed for ever once a topic is made: another number would tear the messages of a key apart. */
  readonly partitions?: number;
  readonly replicationFactor?: number;
}

/** The names of this platform's topics and groups, and what they are made with. */
export interface Topics {
  /** The topic of a stream category; null for one that is not public. */
  readonly of: (category: string) => string | null;
  readonly group: (name: string) => string;
  readonly declared: readonly ITopicConfig[];
}

/** Where the messages of a topic go that nobody could deal with. */
export const parkedTopic = (topic: string): string => `${topic}.dlq`;

const configured = (entries: Readonly<Record<string, string>>): ITopicConfig['configEntries'] & {} =>
  Object.entries(entries).map(([name, value]) => ({ name, value }));

export const topicsOf = ({
  prefix = TOPIC_DEFAULTS.prefix,
  generation = TOPIC_DEFAULTS.generation,
  partitions = TOPIC_DEFAULTS.partitions,
  replicationFactor = 1,
}: TopicOptions): Topics => {
  const nameOf = (category: PublicCategory): string => `${prefix}.${publicTopics[category].name}.${generation}`;
  const names = (Object.keys(publicTopics) as PublicCategory[]).map(nameOf);
  const { retentionMs, maxMessageBytes } = TOPIC_DEFAULTS;
  const events = names.map((topic) => ({
    topic,
    numPartitions: partitions,
    replicationFactor,
    configEntries: configured({
      'cleanup.policy': 'delete',
      'retention.ms': String(retentionMs),
      'max.message.bytes': String(maxMessageBytes),
    }),
  }));
  const parked = names.map((topic) => ({
    topic: parkedTopic(topic),
    numPartitions: 1,
    replicationFactor,
    configEntries: configured({
      'cleanup.policy': 'delete',
      'retention.ms': '-1', // until a person has looked
      'max.message.bytes': String(2 * maxMessageBytes), // any message of the topic, and why it is here
    }),
  }));
  return {
    of: (category) => (isPublic(category) ? nameOf(category) : null),
    group: (name) => `${prefix}.${name}`,
    declared: [...events, ...parked],
  };
};

/** Makes the topics that are missing and waits for their leaders. What is there stays as it is. */
export const ensureTopics = async (admin: Admin, { declared }: Topics, log: KafkaLog): Promise<void> => {
  const there = new Set(await admin.listTopics());
  const missing = declared.filter(({ topic }) => !there.has(topic));
  // False when another process made one of them meanwhile.
  if (missing.length > 0 && (await admin.createTopics({ topics: [...missing], waitForLeaders: true })))
    log.info('Topics were made', { topics: missing.map(({ topic }) => topic) });
  const { topics } = await admin.fetchTopicMetadata({ topics: declared.map(({ topic }) => topic) });
  for (const { name, partitions } of topics) {
    const wanted = declared.find(({ topic }) => topic === name)?.numPartitions;
    if (wanted !== partitions.length)
      log.warn('A topic has another number of partitions than is set', { topic: name, wanted, has: partitions.length });
  }
};
