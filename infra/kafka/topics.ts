import type { Admin, ITopicConfig } from 'kafkajs';
import { retry } from '../../flow/retry.js';
import { isPublic, publicTopics, TOPIC_DEFAULTS, type PublicCategory } from '../../schemas/events/topics.js';
import type { KafkaLog } from './client.js';
import { answerOf } from './fault.js';

/** How topics are named and made; what is absent is as `TOPIC_DEFAULTS` has it. */
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

/** The topics of an installation. */
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

const PATIENCE_MS = 10_000;
const LOOKS = { firstMs: 100, capMs: 100, jitter: 'none' } as const;
/** What a broker answers for a moment of a topic that was just made. */
const NOT_YET = /^(?:UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE)$/;

/** The number of partitions of each topic, once the cluster knows them all with a leader. */
const partitionsOf = async (admin: Admin, topics: string[]): Promise<ReadonlyMap<string, number>> => {
  const found = await retry(() => admin.fetchTopicMetadata({ topics }), {
    backOff: LOOKS,
    patienceMs: PATIENCE_MS,
    mayPass: (error) => NOT_YET.test(answerOf(error) ?? ''),
  });
  return new Map(found.topics.map(({ name, partitions }) => [name, partitions.length]));
};

/** Makes the topics that are missing and waits until the cluster knows them. What is there stays as it is. */
export const ensureTopics = async (admin: Admin, { declared }: Topics, log: KafkaLog): Promise<void> => {
  const there = new Set(await admin.listTopics());
  const missing = declared.filter(({ topic }) => !there.has(topic));
  // False when another process made one of them meanwhile.
  if (missing.length > 0 && (await admin.createTopics({ topics: missing, waitForLeaders: false })))
    log.info('Topics were made', { topics: missing.map(({ topic }) => topic) });
  const has = await partitionsOf(
    admin,
    declared.map(({ topic }) => topic),
  );
  for (const { topic, numPartitions: wanted } of declared)
    if (has.get(topic) !== wanted)
      log.warn('A topic has another number of partitions than is set', { topic, wanted, has: has.get(topic) });
};
