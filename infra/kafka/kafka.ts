import type { Admin, Kafka, Producer } from 'kafkajs';
import type { RecordedFact } from '../../events/envelope.js';
import { categoryOf } from '../../events/store.js';
import type { AddressedMessage } from './batch.js';
import { kafkaClient, type KafkaConnection, type KafkaLog } from './client.js';
import { kafkaFault, KafkaFault } from './fault.js';
import { kafkaListener, type KafkaListener } from './listener.js';
import { INSTALLATION } from '../../events/public/cloud-event.js';
import { isOfJob, jobGroups, type FactReader } from '../../events/public/job-groups.js';
import { lagOf, type Lag } from './lag.js';
import { lastMessages } from './last-messages.js';
import { LAST_MESSAGES } from './rights.js';
import { publicMessage } from './message.js';
import { publishedBy } from './published.js';
import { kafkaPublisher, type KafkaPublisher } from './publisher.js';
import { batchWriter } from './producer.js';
import { ensureTopics, topicsOf, type TopicOptions, type Topics } from './topics.js';
import { settledWithin } from '../../flow/settled-within.js';
import { inTime } from './in-time.js';

/** The settings of the broker. */
export interface KafkaOptions extends KafkaConnection {
  readonly topics?: TopicOptions;
  /** Identifies this installation in `ce_source`. */
  readonly instance?: string;
  /** Whether batches are sent gzipped. */
  readonly compress?: boolean;
  readonly sessionTimeoutMs?: number;
  /** After how many deliveries a message that is put off again is parked. */
  readonly attempts?: number;
  /** The delay before the second delivery; it doubles each time, up to a minute. */
  readonly firstDelayMs?: number;
  readonly log: KafkaLog;
}

/**
 * A Kafka broker as the platform's broker. It need not be available when this opens: publisher and listener wait for
 * it, and create missing topics, also those that are deleted while it is open.
 */
export interface KafkaBroker {
  /** The publisher for one run of the relay; `events` gives the archival group of a job. One at a time. */
  publisher(events: FactReader): KafkaPublisher;
  /** The listener for workers; facts are read from `events`. One for each process. */
  listener(events: FactReader): KafkaListener;
  /** Creates missing topics. Rejects with KafkaFault. */
  ensureTopics(): Promise<void>;
  /** Resolves when a broker answers; rejects with KafkaFault, within seconds. */
  checkConnection(): Promise<void>;
  /** The lag of the groups of this process. Rejects with KafkaFault. */
  lag(): Promise<readonly Lag[]>;
  /** Whether the broker has answered every group of this process recently. */
  healthy(): boolean;
  /** Closes the consumers, then the publishers; takes at most 25 seconds, usually none. */
  close(): Promise<void>;
}

const ADMIN_MS = 20_000;
const ANSWER_MS = 5_000;
const LAST_MESSAGES_MS = 90_000;
const SILENCE_MS = 30_000;
const CLOSE_MS = 25_000;
const DEFAULTS = { instance: INSTALLATION, sessionTimeoutMs: 30_000, attempts: 20, firstDelayMs: 100 };

/** Opens a connection for one administrative request. */
const asking = async <T>(kafka: Kafka, ms: number, ask: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = kafka.admin();
  const leave = (): Promise<void> => admin.disconnect().catch(() => undefined);
  const answered = admin.connect().then(() => ask(admin));
  try {
    return await inTime(answered, ms, 'the broker');
  } catch (error) {
    throw kafkaFault(error);
  } finally {
    // A request that is still under way may connect again: disconnect once more when it has ended.
    void leave().then(() => answered.then(leave, leave));
  }
};

/** Runs a task for all who ask while it runs. It runs again for the next one: a topic may be deleted at any time. */
const shared = (task: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  return () =>
    (running ??= task().finally(() => {
      running = null;
    }));
};

const notAJob = (stream: string): never => {
  throw new KafkaFault('job-without-queue', `${stream} does not begin with the request of the job`);
};

/** The topic and message of a fact; synchronous for most, after a read of the log for some jobs. */
const addressing = (topics: Topics, instance: string, events: FactReader) => {
  const groupOf = jobGroups(events);
  const addressed = (fact: RecordedFact, topic: string, group: string): AddressedMessage => ({
    topic,
    message: publicMessage(fact, instance, group),
  });
  return (fact: RecordedFact): AddressedMessage | Promise<AddressedMessage> => {
    const category = categoryOf(fact.stream);
    const topic = topics.of(category);
    if (topic === null) throw new KafkaFault('fact-not-public', `${fact.stream} is of no public category`);
    if (!isOfJob(fact.stream)) return addressed(fact, topic, '');
    const group = groupOf(fact.stream);
    return typeof group === 'string'
      ? addressed(fact, topic, group)
      : group.then((it) => addressed(fact, topic, it ?? notAJob(fact.stream)));
  };
};

/** The producer for parked messages; it connects with the first one. */
const parkingProducer = (kafka: Kafka) => {
  let producer: Producer | null = null;
  return {
    async connected(): Promise<Producer> {
      if (producer !== null) return producer;
      const fresh = kafka.producer({ allowAutoTopicCreation: false });
      await fresh.connect();
      return (producer = fresh);
    },
    close: async (): Promise<void> => producer?.disconnect(),
  };
};

/** What a publisher is opened with. */
interface PublisherOptions extends Required<Pick<KafkaOptions, 'instance' | 'compress' | 'log'>> {
  readonly kafka: Kafka;
  readonly topics: Topics;
  readonly prepared: () => Promise<void>;
  readonly events: FactReader;
}

const openPublisher = (options: PublisherOptions, onClosed: () => void): KafkaPublisher => {
  const { kafka, topics, instance, prepared, events, log } = options;
  const writer = batchWriter(options);
  const ends = { topics: topics.published, groupPrefix: topics.group(LAST_MESSAGES) };
  const publisher = kafkaPublisher({
    address: addressing(topics, instance, events),
    send: (batch) => writer.write(batch),
    findPublished: async () => {
      await prepared();
      return publishedBy(events, await asking(kafka, LAST_MESSAGES_MS, (admin) => lastMessages(kafka, admin, ends)));
    },
    log,
  });
  return {
    ...publisher,
    async close() {
      await publisher.close();
      await writer.close();
      onClosed();
    },
  };
};

/** Opens no connection before the first use. */
export const openKafka = (options: KafkaOptions): KafkaBroker => {
  const { log, compress = false } = options;
  const { instance, sessionTimeoutMs, attempts, firstDelayMs } = { ...DEFAULTS, ...options };
  const kafka = kafkaClient(options, 'asking', log);
  const consuming = kafkaClient(options, 'consuming', log);
  const topics = topicsOf(options.topics ?? {});
  const prepared = shared(() => asking(kafka, ADMIN_MS, (admin) => ensureTopics(admin, topics, log)));
  const parking = parkingProducer(kafka);
  const listeners: KafkaListener[] = [];
  const publishers = new Set<KafkaPublisher>();
  const groups = () => listeners.flatMap((listener) => listener.groups());

  return {
    publisher(events) {
      const publisher = openPublisher({ kafka, topics, instance, compress, prepared, events, log }, () =>
        publishers.delete(publisher),
      );
      publishers.add(publisher);
      return publisher;
    },
    listener(events) {
      const patience = { attempts, attemptsMissing: 6, firstDelayMs, longestDelayMs: 60_000 };
      const parkWith = () => parking.connected();
      const listener = kafkaListener({
        kafka: consuming,
        topics,
        prepared,
        events,
        parkWith,
        sessionTimeoutMs,
        patience,
        log,
      });
      listeners.push(listener);
      return listener;
    },
    ensureTopics: prepared,
    checkConnection: async () => {
      await asking(kafka, ANSWER_MS, (admin) => admin.describeCluster());
    },
    lag: async () => {
      const joined = groups();
      if (joined.length === 0) return []; // of processes that have no business with the broker
      return asking(kafka, ANSWER_MS, async (admin) => {
        const lags: Lag[] = [];
        for (const { group, topics: names } of joined)
          for (const topic of names) lags.push(await lagOf(admin, group, topic));
        return lags;
      });
    },
    healthy: () => groups().every(({ silentMs }) => silentMs < SILENCE_MS),
    async close() {
      const ending = async (): Promise<void> => {
        await Promise.all(listeners.map((listener) => listener.close()));
        await Promise.all([...publishers].map((publisher) => publisher.close()));
        await parking.close();
      };
      await settledWithin(ending(), CLOSE_MS);
    },
  };
};
