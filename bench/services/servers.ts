import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { openKafka, type KafkaBroker } from '../../infra/kafka/kafka.js';
import { topicsOf } from '../../infra/kafka/topics.js';
import { openMongoDocumentStore, type MongoDocumentStore } from '../../infra/mongodb/document-store.js';
import { until } from '../../test/support/scheduling/until.js';
import { complaints } from './log.js';

/** The servers of a run. */
export interface Servers {
  readonly brokers: readonly string[];
  readonly mongodb: string;
}

const LEADERS_MS = 30_000;

/** Deletes every topic with a prefix. */
const deleteTopics = async (kafka: Kafka, prefix: string): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`));
  await admin.deleteTopics({ topics }).finally(() => admin.disconnect());
};

/** Waits until every partition of new topics has a leader, which takes a while after their creation. */
const awaitLeaders = async (kafka: Kafka, topics: readonly string[]): Promise<void> => {
  const admin = kafka.admin({ retry: { retries: 0 } });
  await admin.connect();
  const answers = async (): Promise<boolean> => {
    for (const topic of topics) await admin.fetchTopicOffsets(topic);
    return true;
  };
  await until('the broker leads its topics', answers, LEADERS_MS);
  await admin.disconnect();
};

/** A bare client of the broker. */
export const bareKafka = (brokers: readonly string[]): Kafka =>
  new Kafka({ brokers: [...brokers], clientId: 'bench', logLevel: logLevel.NOTHING });

/** The platform's broker on temporary topics, created before the work and deleted afterwards. */
export const withBroker = async <Result>(
  brokers: readonly string[],
  work: (kafka: KafkaBroker, prefix: string) => Promise<Result>,
): Promise<Result> => {
  const prefix = `bench-${randomUUID()}`;
  const kafka = openKafka({ brokers, clientId: 'bench', topics: { prefix }, log: complaints });
  try {
    await kafka.ensureTopics();
    await awaitLeaders(
      bareKafka(brokers),
      topicsOf({ prefix }).declared.map(({ topic }) => topic),
    );
    return await work(kafka, prefix);
  } finally {
    await kafka.close();
    await deleteTopics(bareKafka(brokers), prefix);
  }
};

/** Opens the platform's document store on a temporary database; each call of `open` is another client. */
export const withDatabase = async <Result>(
  url: string,
  work: (open: () => MongoDocumentStore) => Promise<Result>,
): Promise<Result> => {
  const database = `bench-${randomUUID()}`;
  const opened: MongoDocumentStore[] = [];
  const open = (): MongoDocumentStore => {
    const store = openMongoDocumentStore({ url, database });
    opened.push(store);
    return store;
  };
  try {
    return await work(open);
  } finally {
    for (const store of opened) await store.close();
    const client = new MongoClient(url);
    await client.db(database).dropDatabase();
    await client.close();
  }
};
