import { setImmediate as turn } from 'node:timers/promises';
import type { EventStore } from '../../../events/store.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { AddressedMessage } from '../../../infra/kafka/batch.js';
import { KafkaFault } from '../../../infra/kafka/fault.js';
import { publicMessage } from '../../../infra/kafka/message.js';
import { partitionOfKey } from '../../../infra/kafka/partition-of-key.js';
import { publishedBy } from '../../../infra/kafka/published.js';
import type { Mortal } from './losable-place.js';
import { kafkaPublisher, type KafkaPublisher } from '../../../infra/kafka/publisher.js';

const TOPIC = 'deposits';
const PARTITIONS = 3;
const nothing = (): void => undefined;

/**
 * A topic that loses parts of batches, as Kafka may, and takes what a process has sent that has died since. It remembers
 * what it no longer keeps.
 */
export const topicInMemory = (random: () => number) => {
  const partitions = Array.from({ length: PARTITIONS }, () => ({ messages: [] as AddressedMessage[], kept: 0 }));
  const place = (messages: readonly AddressedMessage[]): void => {
    for (const each of messages) partitions[partitionOfKey(each.message.key, PARTITIONS)]!.messages.push(each);
  };
  /** The partition without a leader, and for how many more batches. */
  let away = { partition: -1, batches: 0 };
  const send = async (life: Mortal, batch: readonly AddressedMessage[]): Promise<void> => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await turn();
    if (life.isDead && random() < 0.5) return new Promise(nothing);
    if (away.batches === 0 && random() < 0.1)
      away = { partition: Math.floor(random() * PARTITIONS), batches: 1 + Math.floor(random() * 50) };
    const isTorn = away.batches > 0;
    place(batch.filter(({ message }) => !isTorn || partitionOfKey(message.key, PARTITIONS) !== away.partition));
    if (isTorn) away.batches--;
    if (isTorn) throw new KafkaFault('message-not-acknowledged', 'the partition has no leader');
    if (life.isDead) await new Promise(nothing);
  };
  const address = (fact: RecordedFact): AddressedMessage => ({
    topic: TOPIC,
    message: publicMessage(fact, 'main', ''),
  });
  return {
    /** A publisher to it, as of a process. */
    publisher: (events: EventStore, life: Mortal): KafkaPublisher =>
      kafkaPublisher({
        address,
        send: (batch) => send(life, batch),
        findPublished: () => {
          const last = partitions.map(({ messages, kept }) =>
            messages.length > kept ? (messages.at(-1)?.message.headers ?? null) : null,
          );
          return publishedBy(events, [{ topic: TOPIC, last }]);
        },
        log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
        retries: { firstMs: 1, capMs: 1 },
      }),
    /** Removes what a partition has, as after the time for which it is kept. */
    expire(partition: number): void {
      partitions[partition]!.kept = partitions[partition]!.messages.length;
    },
    count: (): number => partitions.reduce((sum, { messages }) => sum + messages.length, 0),
    /** Everything that was ever written, by stream. */
    revisions(): Map<string, number[]> {
      const streams = new Map<string, number[]>();
      for (const { message } of partitions.flatMap(({ messages }) => messages)) {
        const revisions = streams.get(message.key) ?? [];
        streams.set(message.key, revisions);
        revisions.push(Number(message.headers['ce_sequence']));
      }
      return streams;
    },
  };
};
