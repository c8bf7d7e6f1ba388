import { cause } from '../../events/cause.js';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { KafkaLog } from './client.js';
import type { Outcome } from './deliver.js';
import type { ParkedMessage } from './parked.js';
import { backOffMs } from '../../flow/back-off.js';

/** How often a message is put off before it is parked, and how long it waits in between. */
export interface Patience {
  /** For what the listener puts off or throws. */
  readonly attempts: number;
  /** For a fact that the log does not have: soon it does, or the message is no good. */
  readonly attemptsMissing: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

/** What a group does with its messages. */
export interface BatchConsumer {
  readonly groupId: string;
  readonly deliver: (headers: KafkaMessage['headers']) => Promise<Outcome>;
  /** Resolves once the message is safe in the parked topic. */
  readonly park: (parked: ParkedMessage, message: KafkaMessage) => Promise<void>;
  readonly patience: Patience;
  readonly log: KafkaLog;
}

const COMMIT_EVERY_MS = 1_000;

const waitOf = ({ firstDelayMs: firstMs, longestDelayMs: capMs }: Patience, attempts: number): number =>
  backOffMs(attempts - 1, { firstMs, capMs, jitter: 'none' });

/**
 * Handles the messages of a partition in their order, and lets an offset go only when its message was dealt with. A
 * message that is put off holds its partition: it is paused for a while, and read again from there.
 */
export const batchConsumer = (options: BatchConsumer): ((payload: EachBatchPayload) => Promise<void>) => {
  const { groupId, deliver, park, patience, log } = options;
  /** By `topic/partition`: how often its next message was put off. */
  const putOff = new Map<string, { offset: string; times: number }>();

  /** True when the message was dealt with; else how long to wait before it is tried again. */
  const handle = async (topic: string, partition: number, message: KafkaMessage): Promise<true | number> => {
    const place = `${topic}/${partition}`;
    const before = putOff.get(place);
    const attempts = 1 + (before?.offset === message.offset ? before.times : 0);
    const wait = (): number => {
      putOff.set(place, { offset: message.offset, times: attempts });
      return waitOf(patience, attempts);
    };
    const fields = { group: groupId, topic, partition, offset: message.offset, attempts };
    const parkFor = async (reason: string): Promise<true | number> => {
      try {
        await park({ topic, partition, offset: message.offset, group: groupId, reason, attempts }, message);
      } catch (error) {
        log.warn('A message could not be parked yet', { ...fields, ...cause(error) });
        return wait();
      }
      log.error('A message was parked and needs a person', { ...fields, reason });
      putOff.delete(place);
      return true;
    };
    const outcome = await deliver(message.headers);
    if (outcome.kind === 'done') {
      putOff.delete(place);
      return true;
    }
    if (outcome.kind === 'park') return parkFor(outcome.reason);
    const limit = { ours: Infinity, listener: patience.attempts, missing: patience.attemptsMissing }[outcome.fault];
    if (attempts >= limit) return parkFor(`put off ${attempts} times: ${outcome.reason}`);
    if (attempts > 1 || outcome.fault === 'ours')
      log.warn('A message is put off and holds its partition', { ...fields, reason: outcome.reason });
    return wait();
  };

  return async (payload) => {
    const { batch } = payload;
    let committedAt = performance.now();
    const commit = async (): Promise<void> => {
      const offsets = payload.uncommittedOffsets();
      if (offsets.topics.length > 0) await payload.commitOffsetsIfNecessary(offsets);
      committedAt = performance.now();
    };
    try {
      for (const message of batch.messages) {
        if (!payload.isRunning() || payload.isStale()) break;
        const handled = await handle(batch.topic, batch.partition, message);
        if (handled !== true) {
          setTimeout(payload.pause(), handled).unref();
          break;
        }
        payload.resolveOffset(message.offset);
        if (performance.now() - committedAt > COMMIT_EVERY_MS) await commit();
        await payload.heartbeat();
      }
    } finally {
      await commit();
    }
  };
};
