import type { Kafka, Producer } from 'kafkajs';
import type { FactListener } from '../../workers/fact-listener.js';
import type { KafkaLog } from './client.js';
import { batchConsumer, type RetryLimits } from './consume-batch.js';
import { openGroupMember, type GroupMember } from './group-member.js';
import { deliver } from './deliver.js';
import { KafkaFault } from './fault.js';
import type { FactReader } from '../../events/public/job-groups.js';
import { parkedMessage, type ParkedMessage } from './parked.js';
import { parkedTopic, type Topics } from './topics.js';
import { inTime } from './in-time.js';

/** The listener of one process, with the state of its groups. */
export interface KafkaListener extends FactListener {
  /** The consumer groups by the broker's names, each with the time since the broker last answered it. */
  groups(): readonly { readonly group: string; readonly topics: readonly string[]; readonly silentMs: number }[];
  close(): Promise<void>;
}

/** Shared by the groups of one process. */
export interface ListenerParts {
  readonly kafka: Kafka;
  readonly topics: Topics;
  readonly prepared: () => Promise<void>;
  readonly events: FactReader;
  /** A connected producer for parked messages. */
  readonly parkWith: () => Promise<Producer>;
  readonly sessionTimeoutMs: number;
  readonly patience: RetryLimits;
  readonly log: KafkaLog;
}

interface ListeningGroup {
  readonly topics: readonly string[];
  readonly life: GroupMember;
}

/** Each group has its own consumer from its first `listen` on. */
export const kafkaListener = (parts: ListenerParts): KafkaListener => {
  const { kafka, topics, prepared, events, parkWith, sessionTimeoutMs, patience, log } = parts;
  const listeners = new Map<string, ListeningGroup>();
  // Reading the fact, handling it and parking it must end before the next heartbeat is due.
  const patienceMs = sessionTimeoutMs / 4;

  const park = async (parked: ParkedMessage, message: Parameters<typeof parkedMessage>[1]): Promise<void> => {
    const send = async (): Promise<void> => {
      await prepared();
      const producer = await parkWith();
      await producer.send({ topic: parkedTopic(parked.topic), messages: [parkedMessage(parked, message)], acks: -1 });
    };
    await inTime(send(), patienceMs, 'parking a message');
  };
  const topicOf = (category: string): string => {
    const topic = topics.of(category);
    if (topic === null) throw new KafkaFault('fact-not-public', `'${category}' is no public category`);
    return topic;
  };

  return {
    // oxlint-disable-next-line typescript/require-await -- errors reject; it does not wait for the broker
    async listen(interest, handle) {
      const groupId = topics.group(interest.group);
      if (listeners.has(groupId)) throw new Error(`the group '${interest.group}' listens already in this process`);
      const wanted = interest.topics.map(topicOf);
      const delivery = {
        groupId,
        events,
        interest: interest as Parameters<typeof deliver>[0]['interest'],
        handle: handle as Parameters<typeof deliver>[0]['handle'],
        patienceMs,
      };
      const eachBatch = batchConsumer({
        groupId,
        deliver: (headers) => deliver(delivery, headers),
        park,
        patience,
        log,
      });
      const life = openGroupMember({ kafka, groupId, topics: wanted, eachBatch, prepared, sessionTimeoutMs, log });
      listeners.set(groupId, { topics: wanted, life });
      return {
        [Symbol.asyncDispose]: async () => {
          await life.close();
          listeners.delete(groupId);
        },
      };
    },
    groups: () =>
      [...listeners].map(([group, { topics: names, life }]) => ({ group, topics: names, silentMs: life.silentMs() })),
    async close() {
      await Promise.all([...listeners.values()].map(({ life }) => life.close()));
      listeners.clear();
    },
  };
};
