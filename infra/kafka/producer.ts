import { cause } from '../../events/cause.js';
import {
  CompressionTypes,
  Partitioners,
  type ICustomPartitioner,
  type Kafka,
  type Message,
  type Producer,
} from 'kafkajs';
import type { AddressedMessage } from './batch.js';
import type { KafkaLog } from './client.js';
import { answerOf, kafkaFault, KafkaFault } from './fault.js';
import { settledWithin } from '../../flow/settled-within.js';
import { inTime } from './in-time.js';

/** Writes batches, one at a time; the caller repeats a failed batch. */
export interface BatchWriter {
  /** Resolves once every message is acknowledged by all replicas in sync. Rejects with KafkaFault. */
  write(batch: readonly AddressedMessage[]): Promise<void>;
  close(): Promise<void>;
}

/** The settings of a writer. */
export interface BatchWriterOptions {
  readonly kafka: Kafka;
  /** Resolves once the topics exist. */
  readonly prepared: () => Promise<void>;
  readonly compress: boolean;
  readonly log: KafkaLog;
}

/** The time limit of an attempt; the client's own limits are far lower, unless it hangs. */
const ATTEMPT_MS = 45_000;
const BROKER_MS = 8_000;
const CLOSE_MS = 2_000;
/** After how many failures in a row a producer is replaced, whatever the error. */
const REPLACE_AFTER_FAILURES = 5;

/**
 * Errors after which only a new producer helps: the broker has lost this one's sequence, or a topic, which is made
 * again before a producer connects.
 */
const NEEDS_NEW_PRODUCER =
  /^(?:UNKNOWN_TOPIC_OR_PARTITION|UNKNOWN_PRODUCER_ID|OUT_OF_ORDER_SEQUENCE_NUMBER|DUPLICATE_SEQUENCE_NUMBER|INVALID_PRODUCER_EPOCH|INVALID_PRODUCER_ID_MAPPING|PRODUCER_FENCED)$/;

const needsNewProducer = (answer: string | null): boolean => NEEDS_NEW_PRODUCER.test(answer ?? '');

const byTopic = (batch: readonly AddressedMessage[]): { topic: string; messages: Message[] }[] => {
  const topics = new Map<string, Message[]>();
  for (const { topic, message } of batch) {
    const messages = topics.get(topic) ?? [];
    topics.set(topic, messages);
    messages.push(message);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
};

type Partitioner = ReturnType<ICustomPartitioner>;

const MOST_KEYS = 10_000;

/** Remembers the partitions of keys, which depend on nothing but the key and the number of partitions. */
const rememberingKeys = (choose: Partitioner): Partitioner => {
  const partitions = new Map<string, number>();
  return (args) => {
    const { key } = args.message;
    if (typeof key !== 'string') return choose(args);
    const named = `${args.partitionMetadata.length}/${key}`;
    const known = partitions.get(named);
    if (known !== undefined) return known;
    if (partitions.size >= MOST_KEYS) partitions.clear();
    const chosen = choose(args);
    partitions.set(named, chosen);
    return chosen;
  };
};

/** Makes a writer; it connects with its first batch, and again when needed. */
export const batchWriter = ({ kafka, prepared, compress, log }: BatchWriterOptions): BatchWriter => {
  let producer: Producer | null = null;
  let failures = 0;
  let closed = false;
  /** The `topic/partition` of every message of the batch under way. */
  const written = new Set<string>();

  const createPartitioner: ICustomPartitioner = () => {
    const choose = rememberingKeys(Partitioners.DefaultPartitioner());
    return (args) => {
      const partition = choose(args);
      written.add(`${args.topic}/${partition}`);
      return partition;
    };
  };
  const connected = async (): Promise<Producer> => {
    if (producer !== null) return producer;
    await prepared();
    const fresh = kafka.producer({
      createPartitioner,
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { retries: 1 }, // the minimum of an idempotent producer; the caller repeats the batch
    });
    try {
      await fresh.connect();
      if (closed) throw new KafkaFault('closed', 'the producer is closed');
    } catch (error) {
      void fresh.disconnect().catch(() => undefined);
      throw error;
    }
    return (producer = fresh);
  };
  const discard = async (): Promise<void> => {
    const old = producer;
    producer = null;
    failures = 0;
    if (old !== null) await settledWithin(old.disconnect(), CLOSE_MS);
  };
  const attempt = async (batch: readonly AddressedMessage[]): Promise<void> => {
    const sender = await connected();
    written.clear();
    const answers = await sender.sendBatch({
      acks: -1,
      timeout: BROKER_MS,
      topicMessages: byTopic(batch),
      compression: compress ? CompressionTypes.GZIP : CompressionTypes.None,
    });
    // When a partition moves to a broker that has already answered, the client reports success without sending it.
    for (const { topicName, partition } of answers) written.delete(`${topicName}/${partition}`);
    if (written.size > 0)
      throw new KafkaFault('message-not-acknowledged', `nothing was heard of ${[...written].join(', ')}`);
  };

  return {
    async write(batch) {
      try {
        await inTime(attempt(batch), ATTEMPT_MS, 'a batch');
        failures = 0;
      } catch (error) {
        failures++;
        const answer = answerOf(error);
        if (failures >= REPLACE_AFTER_FAILURES || needsNewProducer(answer) || error instanceof KafkaFault) {
          log.debug('A producer is replaced', { answer, ...cause(error) });
          await discard();
        }
        throw kafkaFault(error);
      }
    },
    async close() {
      closed = true;
      await discard();
    },
  };
};
