import type { Admin, ITopicConfig } from 'kafkajs';
import { retry } from '../../flow/retry.js';
import { isPublic, publicTopics, TOPIC_DEFAULTS, topicName, type PublicCategory } from '../../schemas/events/topics.js';
import type { KafkaLog } from './client.js';
import { answerOf } from './fault.js';

/** The names and settings of topics, with `TOPIC_DEFAULTS`. */
export interface TopicOptions {
  /** The prefix of every topic and consumer group. */
  readonly prefix?: string;
  /** The suffix of every topic; a new one starts empty topics, which a relay fills from the start of the log. */
  readonly generation?: string;
  /** Must not change once a topic exists: another number would spread the messages of a key over partitions. */
  readonly partitions?: number;
  readonly replicationFactor?: number;
}

/** The names of this platform's topics and groups, and the topics' settings. */
export interface Topics {
  /** The topic of a stream category; null for one that is not public. */
  readonly of: (category: string) => string | null;
  readonly group: (name: string) => string;
  /** The topics of public events. */
  readonly published: readonly string[];
  readonly declared: readonly ITopicConfig[];
}

/** The topic for messages that could not be handled. */
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
  const nameOf = (category: PublicCategory): string => topicName(publicTopics[category], { prefix, generation });
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
      'retention.ms': '-1', // until an operator has replayed or deleted it
      'max.message.bytes': String(2 * maxMessageBytes), // any message of the topic, with its reason
    }),
  }));
  return {
    of: (category) => (isPublic(category) ? nameOf(category) : null),
    group: (name) => `${prefix}.${name}`,
    published: names,
    declared: [...events, ...parked],
  };
};

const PATIENCE_MS = 10_000;
const LOOKS = { firstMs: 100, capMs: 100, jitter: 'none' } as const;
/** The broker's errors for a topic that was just created. */
const NOT_YET = /^(?:UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE)$/;

/** The number of partitions of each topic, once all have a leader. */
const partitionsOf = async (admin: Admin, topics: string[]): Promise<ReadonlyMap<string, number>> => {
  const found = await retry(() => admin.fetchTopicMetadata({ topics }), {
    backOff: LOOKS,
    patienceMs: PATIENCE_MS,
    mayPass: (error) => NOT_YET.test(answerOf(error) ?? ''),
  });
  return new Map(found.topics.map(({ name, partitions }) => [name, partitions.length]));
};

/** Creates missing topics and waits until the cluster knows them. Existing topics are not changed. */
export const ensureTopics = async (admin: Admin, { declared }: Topics, log: KafkaLog): Promise<void> => {
  const there = new Set(await admin.listTopics());
  const missing = declared.filter(({ topic }) => !there.has(topic));
  // False when another process created one of them meanwhile.
  if (missing.length > 0 && (await admin.createTopics({ topics: missing, waitForLeaders: false })))
    log.info('Topics were created', { topics: missing.map(({ topic }) => topic) });
  const has = await partitionsOf(
    admin,
    declared.map(({ topic }) => topic),
  );
  for (const { topic, numPartitions: wanted } of declared)
    if (has.get(topic) !== wanted)
      log.warn('A topic has an unexpected number of partitions', { topic, wanted, has: has.get(topic) });
};
