import { cause } from '../../events/cause.js';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { KafkaLog } from './client.js';
import type { Outcome } from './deliver.js';
import type { ParkedMessage } from './parked.js';
import { backOffMs } from '../../flow/back-off.js';

/** How often a message is retried before it is parked, and the delays in between. */
export interface RetryLimits {
  /** For messages that the listener puts off, or for which it throws. */
  readonly attempts: number;
  /** For a fact that the log does not have: either it appears soon, or the message is wrong. */
  readonly attemptsMissing: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

/** How a group handles its messages. */
export interface BatchConsumer {
  readonly groupId: string;
  readonly deliver: (headers: KafkaMessage['headers']) => Promise<Outcome>;
  /** Resolves once the message is stored in the parked topic. */
  readonly park: (parked: ParkedMessage, message: KafkaMessage) => Promise<void>;
  readonly patience: RetryLimits;
  readonly log: KafkaLog;
}

const COMMIT_EVERY_MS = 1_000;

const waitOf = ({ firstDelayMs: firstMs, longestDelayMs: capMs }: RetryLimits, attempts: number): number =>
  backOffMs(attempts - 1, { firstMs, capMs, jitter: 'none' });

/**
 * Handles the messages of a partition in order, and commits an offset only when its message was handled or parked. A
 * message that is put off holds its partition: the partition is paused for a while, then read again from there.
 */
export const batchConsumer = (options: BatchConsumer): ((payload: EachBatchPayload) => Promise<void>) => {
  const { groupId, deliver, park, patience, log } = options;
  /** How often the next message was put off, by `topic/partition`. */
  const putOff = new Map<string, { offset: string; times: number }>();

  /** True when the message was handled or parked; else the delay before the next attempt, in milliseconds. */
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
      log.error('A message was parked and needs an operator', { ...fields, reason });
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
      log.warn('A message is postponed and holds up its partition', { ...fields, reason: outcome.reason });
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
