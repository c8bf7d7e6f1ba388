import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { openKafka, type KafkaBroker, type KafkaOptions } from '../../../../infra/kafka/kafka.js';
import type { KafkaLog } from '../../../../infra/kafka/client.js';
import { retry } from '../../../../flow/retry.js';
import { service } from '../../../support/services.js';

/** Where the broker is that specs share; null where there is none. */
export const sharedBroker = (): string[] | null => service('MUNIMENT_TEST_KAFKA', 'Kafka')?.split(',') ?? null;

/** Titles the suites, so that those that are skipped say what is missing. */
export const NEEDS = 'Kafka (MUNIMENT_TEST_KAFKA)';

const nothing = (): void => undefined;
export const quiet: KafkaLog = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export const PARTITIONS = 3;

/** A platform's view of the broker: topics of its own, and patience for milliseconds. */
export const openOn = (brokers: readonly string[], prefix: string, options: Partial<KafkaOptions> = {}): KafkaBroker =>
  openKafka({
    brokers,
    clientId: 'spec',
    topics: { prefix, partitions: PARTITIONS },
    sessionTimeoutMs: 6_000,
    attempts: 3,
    firstDelayMs: 5,
    log: quiet,
    ...options,
  });

export const newPrefix = (): string => `t${randomUUID()}`;

/** The client that tests look with, from outside the adapter. */
export const looking = (brokers: readonly string[]): Kafka =>
  new Kafka({
    brokers: [...brokers],
    clientId: 'looking',
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 100 },
  });

const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'retriable' in error && error.retriable === true;

/** Everything a topic holds now, partition by partition. */
export const contents = async (
  brokers: readonly string[],
  topic: string,
): Promise<(KafkaMessage & { partition: number })[]> => {
  const kafka = looking(brokers);
  const admin = kafka.admin();
  await admin.connect();
  // The partitions of a new topic have no leader for a moment.
  const asking = { backOff: { firstMs: 100, capMs: 500 }, mayPass: isPassing } as const;
  const ends = await retry(() => admin.fetchTopicOffsets(topic), asking).finally(() => admin.disconnect());
  const end = new Map(ends.map(({ partition, high }) => [partition, Number(high)]));
  const unread = new Set(ends.filter(({ low, high }) => low !== high).map(({ partition }) => partition));
  const found: (KafkaMessage & { partition: number })[] = [];
  if (unread.size === 0) return found;
  const consumer = kafka.consumer({ groupId: `look-${randomUUID()}`, maxWaitTimeInMs: 100 });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload: { restart, error } }) => (restart ? undefined : reject(error)));
      void consumer.run({
        autoCommit: false,
        eachMessage: ({ partition, message }) => {
          const left = end.get(partition)! - Number(message.offset);
          if (left > 0) found.push({ ...message, partition });
          if (left <= 1) unread.delete(partition);
          if (unread.size === 0) resolve();
          return Promise.resolve();
        },
      });
    });
  } finally {
    await consumer.disconnect();
  }
  return found;
};

export const header = ({ headers }: Pick<KafkaMessage, 'headers'>, name: string): string =>
  headers?.[name]?.toString() ?? '';
