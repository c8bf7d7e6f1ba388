import type { Admin, EachBatchPayload, Kafka, Producer } from 'kafkajs';
import { answerOf, kafkaFault } from './fault.js';
import { replayedMessage } from './parked.js';
import { parkedTopic } from './topics.js';
import { settledWithin } from '../../flow/settled-within.js';
import { inTime } from './in-time.js';

const ASK_MS = 20_000;
const REPLAY_MS = 10 * 60_000;
const LEAVE_MS = 5_000;

interface OffsetRange {
  readonly from: bigint;
  readonly end: bigint;
}

/** The offsets of the parked topic, which has one partition, that no replay has sent. */
const unsentRange = async (admin: Admin, groupId: string, topic: string): Promise<OffsetRange> => {
  const ends = await admin.fetchTopicOffsets(topic);
  const committed = await admin.fetchOffsets({ groupId, topics: [topic] });
  const [{ low, high } = { low: '0', high: '0' }] = ends;
  const done = BigInt(committed[0]?.partitions[0]?.offset ?? -1);
  return { from: done > BigInt(low) ? done : BigInt(low), end: BigInt(high) };
};

/** The answer, or no offsets where the broker does not have the topic yet. */
const unlessMissing = (range: Promise<OffsetRange>): Promise<OffsetRange> =>
  range.catch((error: unknown) => {
    if (answerOf(error) !== 'UNKNOWN_TOPIC_OR_PARTITION') throw error;
    return { from: 0n, end: 0n };
  });

/** Sends the messages of a batch to their topic again, then commits their offsets. */
const resend = async (payload: EachBatchPayload, producer: Producer, topic: string, end: bigint): Promise<number> => {
  const { batch } = payload;
  const messages = batch.messages.filter(({ offset }) => BigInt(offset) < end);
  if (messages.length > 0) await producer.send({ topic, messages: messages.map(replayedMessage), acks: -1 });
  for (const { offset } of messages) payload.resolveOffset(offset);
  await payload.commitOffsetsIfNecessary(payload.uncommittedOffsets());
  return messages.length;
};

/**
 * Sends the parked messages of a topic to that topic again, each for the group that parked it, from the end of the last
 * replay to the present end of the parked topic. Answers how many were sent. After a crash some may be sent twice.
 * Rejects with KafkaFault.
 */
export const replayParked = async (kafka: Kafka, topic: string): Promise<number> => {
  const parked = parkedTopic(topic);
  const groupId = `${parked}.replay`;
  const admin = kafka.admin();
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false });
  let end: (failure: Error | null) => void = () => undefined;
  const ended = new Promise<Error | null>((resolve) => (end = resolve));
  consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error));
  try {
    await inTime(admin.connect(), ASK_MS, 'the broker');
    const range = await inTime(unlessMissing(unsentRange(admin, groupId, parked)), ASK_MS, 'the broker');
    if (range.from >= range.end) return 0;
    await Promise.all([producer.connect(), consumer.connect()]);
    await consumer.subscribe({ topics: [parked], fromBeginning: true });
    let sent = 0;
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => {
        sent += await resend(payload, producer, topic, range.end);
        if (BigInt(payload.batch.lastOffset()) + 1n >= range.end) end(null);
      },
    });
    const failure = await inTime(ended, REPLAY_MS, 'the replay');
    if (failure !== null) throw failure;
    return sent;
  } catch (error) {
    throw kafkaFault(error);
  } finally {
    await settledWithin(
      Promise.allSettled([consumer.disconnect(), producer.disconnect(), admin.disconnect()]),
      LEAVE_MS,
    );
  }
};
