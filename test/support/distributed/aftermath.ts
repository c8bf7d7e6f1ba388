import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { categoryOf, type EventStore } from '../../../events/store.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { Places } from '../../../commands/storage/places.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { openMongoDocumentStore } from '../../../infra/mongodb/document-store.js';
import type { DocumentStore } from '../../../projections/documents.js';
import { agents } from '../../../projections/agents/agents.js';
import { jobs } from '../../../projections/jobs/jobs.js';
import { openProjectors } from '../../../projections/read-models.js';
import { readView } from '../../../projections/read-view.js';
import { repository } from '../../../projections/repository/repository.js';
import { RELAYED } from '../../../workers/relay.js';
import { publicTopics, TOPIC_DEFAULTS } from '../../../schemas/events/topics.js';
import { callOn } from '../http/call-on.js';
import { readLog } from '../oracle/log-faults.js';
import { restFaults } from '../oracle/rest-faults.js';
import type { PreservedGroup } from './archivist.js';
import type { Cluster } from './cluster.js';
import { alone } from '../alone.js';

interface Resource {
  readonly id: string;
  readonly digest: string;
  readonly content: string;
  readonly version: { readonly ocflVersion: string };
  readonly containers: readonly Resource[];
  readonly binaries: readonly Resource[];
}

const factsOf = async (log: EventStore, categories: readonly string[]): Promise<RecordedFact[]> => {
  const facts: RecordedFact[] = [];
  for await (const fact of log.readAll({ categories })) facts.push(fact);
  return facts;
};

/** One version for each group that was preserved once. */
const versionFaults = (facts: readonly RecordedFact[], groups: readonly PreservedGroup[]): string[] => {
  const log = readLog();
  log.take(facts);
  return groups.flatMap(({ path }) =>
    ['VersionCommitDecided', 'VersionPublished', 'DepositAdmitted']
      .filter((type) => log.count(type, path) !== 1)
      .map((type) => `${path} has ${log.count(type, path)} ${type}`),
  );
};

/** Everything acknowledged is there, as clients are told. */
const contentFaults = async (cluster: Cluster, groups: readonly PreservedGroup[]): Promise<string[]> => {
  const faults: string[] = [];
  const call = callOn(cluster.preservation);
  const binariesOf = ({ binaries, containers }: Resource): Resource[] => [
    ...binaries,
    ...containers.flatMap(binariesOf),
  ];
  for (const { path, files, result } of groups) {
    const { status, body } = await call<Resource>('GET', `/repository/${path}`);
    if (status !== 200) {
      faults.push(`${path} is answered ${status}`);
      continue;
    }
    const digests = new Map(binariesOf(body).map(({ id, digest }) => [decodeURIComponent(id), digest]));
    for (const [name, digest] of files) {
      const found = [...digests].find(([id]) => id.endsWith(`/${path}/${name}`));
      if (found?.[1] !== digest) faults.push(`${path}/${name} has the digest ${String(found?.[1])}`);
    }
    if ((await call<{ status: string }>('GET', result)).body.status !== 'completed') faults.push(`${result} is lost`);
  }
  return faults;
};

/** All documents of the views, as their readers see them. */
const documentsOf = async (documents: DocumentStore): Promise<readonly (readonly object[])[]> => {
  const all = { where: { all: [] } };
  const resources = readView<object>(repository.shape, documents);
  const work = readView<object>(jobs.shape, documents);
  const people = readView<object>(agents.shape, documents);
  return [await resources.documents.find(all), await work.documents.find(all), await people.documents.find(all)];
};

/** The live read models against those that the log alone gives. */
const viewFaults = async ({ log, settings }: Cluster, facts: readonly RecordedFact[]): Promise<string[]> => {
  const live = openMongoDocumentStore({
    url: settings['MUNIMENT_MONGODB_URL'] ?? '',
    database: settings['MUNIMENT_MONGODB_DATABASE'] ?? '',
  });
  const rebuilt = openDocumentStore(':memory:');
  const projector = openProjectors({ events: log, documents: rebuilt, liveness: alone() });
  try {
    const last = facts.at(-1);
    const models = projector.readModels;
    const isRebuilt =
      (last === undefined || (await models.reached(last.position, 60_000))) && (await models.complete(60_000));
    if (!isRebuilt) return ['the read models were not rebuilt in time'];
    const [seen, wanted] = [await documentsOf(live), await documentsOf(rebuilt)];
    return seen.flatMap((documents, index) =>
      JSON.stringify(documents) === JSON.stringify(wanted[index]) ? [] : [`view ${index} differs from a rebuilt one`],
    );
  } finally {
    await projector.close();
    await rebuilt.close();
    await live.close();
  }
};

const messagesOf = async (brokers: readonly string[], topics: readonly string[]): Promise<KafkaMessage[]> => {
  const kafka = new Kafka({ brokers: [...brokers], clientId: 'aftermath', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  let left = 0;
  for (const topic of topics)
    for (const { high, low } of await admin.fetchTopicOffsets(topic)) left += Number(high) - Number(low);
  await admin.disconnect();
  const messages: KafkaMessage[] = [];
  if (left === 0) return messages;
  const consumer = kafka.consumer({ groupId: `aftermath-${randomUUID()}`, maxWaitTimeInMs: 200 });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    void consumer.run({
      autoCommit: false,
      eachMessage: ({ message }) => {
        messages.push(message);
        if (--left === 0) resolve();
        return Promise.resolve();
      },
    });
  }).finally(() => consumer.disconnect());
  return messages;
};

/** Every public fact is there at least once, and what a consumer makes of a stream is its facts in their order. */
const topicFaults = async ({ settings }: Cluster, facts: readonly RecordedFact[]): Promise<string[]> => {
  const prefix = settings['MUNIMENT_KAFKA_TOPIC_PREFIX'] ?? '';
  const topics = Object.values(publicTopics).map(({ name }) => `${prefix}.${name}.${TOPIC_DEFAULTS.generation}`);
  const messages = await messagesOf((settings['MUNIMENT_KAFKA_BROKERS'] ?? '').split(','), topics);
  const told = new Map<string, string[]>();
  const newest = new Map<string, bigint>();
  for (const { headers = {} } of messages) {
    const source = String(headers['ce_source']);
    const stream = decodeURIComponent(source.slice(source.lastIndexOf('/') + 1));
    const sequence = BigInt(String(headers['ce_sequence']));
    if (sequence <= (newest.get(stream) ?? -1n)) continue; // a rewind: what a consumer has seen it leaves out
    newest.set(stream, sequence);
    told.set(stream, [...(told.get(stream) ?? []), String(headers['ce_id'])]);
  }
  const recorded = new Map<string, string[]>();
  for (const { stream, id } of facts) recorded.set(stream, [...(recorded.get(stream) ?? []), id]);
  return [...recorded].flatMap(([stream, ids]) => {
    if (JSON.stringify(told.get(stream)) === JSON.stringify(ids)) return [];
    return [
      `${categoryOf(stream)} stream ${stream} was told as ${told.get(stream)?.length ?? 0} of ${ids.length} facts`,
    ];
  });
};

/** All that is wrong after everything has come to rest. */
export const aftermath = async (
  cluster: Cluster,
  bytes: ObjectStore,
  groups: readonly PreservedGroup[],
): Promise<string[]> => {
  await cluster.settle({ withinMs: 120_000 });
  const facts = await factsOf(cluster.log, RELAYED);
  const { workspace, repository, staging } = cluster.buckets;
  const places: Places = {
    workspaceBucket: workspace,
    exports: [],
    repository: { bucket: repository, prefix: '' },
    staging: { bucket: staging, prefix: '' },
  };
  return [
    ...(await restFaults({ events: cluster.log, bytes, places })),
    ...versionFaults(facts, groups),
    ...(await contentFaults(cluster, groups)),
    ...(await viewFaults(cluster, facts)),
    ...(await topicFaults(cluster, facts)),
  ];
};
