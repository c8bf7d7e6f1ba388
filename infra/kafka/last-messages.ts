import { randomUUID } from 'node:crypto';
import type { Admin, IHeaders, Kafka } from 'kafkajs';
import { retry } from '../../flow/retry.js';
import { settledWithin } from '../../flow/settled-within.js';
import { answerOf, kafkaFault } from './fault.js';
import { inTime } from './in-time.js';

/** A topic, and the headers of the last message of each of its partitions; null for a partition without messages. */
export interface TopicEnd {
  readonly topic: string;
  readonly last: readonly (IHeaders | null)[];
}

const PATIENCE_MS = 10_000;
const LOOKS = { firstMs: 100, capMs: 500, jitter: 'none' } as const;
/** The broker's errors for a partition whose leader is being chosen, as when its topic was just created. */
const NOT_YET = /^(?:UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE|NOT_LEADER_FOR_PARTITION)$/;
const READ_MS = 60_000;
const LEAVE_MS = 5_000;

/** The offset of the last message of each partition; null for one without messages. */
const lastOffsets = async (admin: Admin, topic: string): Promise<readonly (bigint | null)[]> => {
  const offsets = await retry(() => admin.fetchTopicOffsets(topic), {
    backOff: LOOKS,
    patienceMs: PATIENCE_MS,
    mayPass: (error) => NOT_YET.test(answerOf(error) ?? ''),
  });
  return offsets
    .toSorted((a, b) => a.partition - b.partition)
    .map(({ low, high }) => (BigInt(low) < BigInt(high) ? BigInt(high) - 1n : null));
};

/** Reads one message of each of these partitions, the one at the offset or a later one. */
const readAt = async (
  kafka: Kafka,
  groupPrefix: string,
  wanted: ReadonlyMap<string, readonly (bigint | null)[]>,
): Promise<ReadonlyMap<string, IHeaders>> => {
  const found = new Map<string, IHeaders>();
  const places = [...wanted].flatMap(([topic, offsets]) =>
    offsets.flatMap((offset, partition) => (offset === null ? [] : [{ topic, partition, offset }])),
  );
  if (places.length === 0) return found;
  // A group of its own: two relays that begin at the same time would share the partitions of one.
  const consumer = kafka.consumer({ groupId: `${groupPrefix}.${randomUUID()}`, maxWaitTimeInMs: 200 });
  let end: (failure: Error | null) => void = () => undefined;
  const ended = new Promise<Error | null>((resolve) => (end = resolve));
  consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...new Set(places.map(({ topic }) => topic))] });
    await consumer.run({
      autoCommit: false,
      // oxlint-disable-next-line typescript/require-await -- the client wants a promise
      eachMessage: async ({ topic, partition, message }) => {
        found.set(`${topic}/${partition}`, message.headers ?? {});
        if (places.every((place) => found.has(`${place.topic}/${place.partition}`))) end(null);
      },
    });
    for (const { topic, partition, offset } of places) consumer.seek({ topic, partition, offset: String(offset) });
    const failure = await inTime(ended, READ_MS, 'reading the last messages');
    if (failure !== null) throw failure;
    return found;
  } finally {
    await settledWithin(consumer.disconnect(), LEAVE_MS);
  }
};

/** The last messages of topics, which must exist. Rejects with KafkaFault. */
export const lastMessages = async (
  kafka: Kafka,
  admin: Admin,
  { topics, groupPrefix }: { readonly topics: readonly string[]; readonly groupPrefix: string },
): Promise<readonly TopicEnd[]> => {
  try {
    const offsets = new Map<string, readonly (bigint | null)[]>();
    for (const topic of topics) offsets.set(topic, await lastOffsets(admin, topic));
    const found = await readAt(kafka, groupPrefix, offsets);
    return [...offsets].map(([topic, ends]) => ({
      topic,
      last: ends.map((_, partition) => found.get(`${topic}/${partition}`) ?? null),
    }));
  } catch (error) {
    throw kafkaFault(error);
  }
};
