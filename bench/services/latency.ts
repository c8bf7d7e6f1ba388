import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '../../events/store.js';
import { topicsOf } from '../../infra/kafka/topics.js';
import type { DocumentStore } from '../../projections/documents.js';
import { openProjector } from '../../projections/projector/projector.js';
import { readView } from '../../projections/read-view.js';
import { repository } from '../../projections/repository/repository.js';
import { relay } from '../../workers/relay.js';
import { until } from '../../test/support/scheduling/until.js';
import type { Figure } from '../figure.js';
import { median, percentile } from '../measure.js';
import { IDENTITY, reservation } from './facts.js';
import { complaints } from './log.js';
import { withServedLog } from './logs.js';
import { bareKafka, withBroker, withDatabase, type Servers } from './servers.js';

const APPENDS = 300;
const EVERY_MS = 20;
const PATIENCE_MS = 30_000;

/** The time when each event arrived at a consumer of the topic, by id. */
const arrivals = async (brokers: readonly string[], topic: string) => {
  const times = new Map<string, number>();
  const consumer = bareKafka(brokers).consumer({ groupId: `bench-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  const joined = new Promise<void>((resolve) => {
    consumer.on(consumer.events.GROUP_JOIN, () => resolve());
  });
  await consumer.run({
    autoCommit: false,
    eachMessage: ({ message }) => {
      times.set(String(message.headers?.['ce_id']), performance.now());
      return Promise.resolve();
    },
  });
  await joined;
  const all = (): Promise<void> => until('all messages arrived', () => times.size > APPENDS, PATIENCE_MS);
  return { times, all, close: () => consumer.disconnect() };
};

/** Appends facts one after another; answers when each append was begun, and how long until the fact was visible. */
const appendAll = async (events: EventStore, documents: DocumentStore) => {
  const view = readView(repository.shape, documents);
  const stream = `container-${randomUUID()}`;
  const begun = new Map<string, number>();
  const seen: Promise<number>[] = [];
  const first = await events.append(`container-${randomUUID()}`, [reservation('first', 'letter')], 'none');
  if (first.position === null || !(await view.reached(first.position, PATIENCE_MS))) throw new Error('nothing is seen');
  for (let count = 0; count < APPENDS; count++) {
    const fact = reservation('box', `letter-${count}`);
    const at = performance.now();
    begun.set(fact.id, at);
    const { position } = await events.append(stream, [fact], count === 0 ? 'none' : BigInt(count - 1));
    if (position === null) throw new Error('an append has no position');
    seen.push(view.reached(position, PATIENCE_MS).then((isThere) => (isThere ? performance.now() - at : NaN)));
    await pause(EVERY_MS);
  }
  const visible = await Promise.all(seen);
  view.close();
  return { begun, visible };
};

const figures = (what: string, ms: readonly number[]): Figure[] => [
  { name: `from append to ${what}, p50`, value: median(ms), unit: 'ms' },
  { name: `from append to ${what}, p99`, value: percentile(ms, 0.99), unit: 'ms' },
];

/** The latency of a fact through relay or projector, from the call of its append, at about 40 appends a second. */
export const latencyBench = ({ brokers, mongodb }: Servers): Promise<readonly Figure[]> =>
  withServedLog((events) =>
    withBroker(brokers, (kafka, prefix) =>
      withDatabase(mongodb, async (open) => {
        const arrived = await arrivals(brokers, topicsOf({ prefix }).of('container') ?? '');
        const relaying = await relay({
          events,
          publisher: kafka.publisher(events),
          identity: IDENTITY,
          log: complaints,
        });
        const { projector } = openProjector(repository, { events, documents: open(), holder: randomUUID() });
        try {
          const { begun, visible } = await appendAll(events, open());
          await arrived.all();
          const told = [...begun].map(([id, at]) => (arrived.times.get(id) ?? NaN) - at);
          return [...figures('Kafka message', told), ...figures('visible read model', visible)];
        } finally {
          await relaying.stop();
          await projector.close();
          await arrived.close();
        }
      }),
    ),
  );
