import { setTimeout as elapse } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { KafkaLog } from './client.js';
import { kafkaFault, told } from './fault.js';
import { delayMs, settledIn, unlessAborted } from './waiting.js';

export interface ConsumerOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Resolves once the topics are there. */
  readonly prepared: () => Promise<void>;
  /** After so long without a sign the broker takes a member for dead and gives its partitions to others. */
  readonly sessionTimeoutMs: number;
  readonly log: KafkaLog;
}

/** A member of a consumer group that is replaced whenever it dies, for as long as it is wanted. */
export interface ConsumerLife {
  /** Milliseconds since the broker last answered this member; counts from the start while it never has. */
  silentMs(): number;
  /** Lets what is in hand end, commits it and leaves the group, within a bounded time. */
  close(): Promise<void>;
}

const RESTART = { firstMs: 100, longestMs: 5_000 };
const LEAVE_MS = 20_000;
const HAND_OVER_MS = 60_000;
const PARTITIONS_AT_ONCE = 4;

const settings = ({ groupId, sessionTimeoutMs }: ConsumerOptions): Parameters<Kafka['consumer']>[0] => ({
  groupId,
  sessionTimeout: sessionTimeoutMs,
  rebalanceTimeout: Math.max(sessionTimeoutMs, HAND_OVER_MS),
  heartbeatInterval: Math.min(3_000, Math.floor(sessionTimeoutMs / 3)),
  maxWaitTimeInMs: 200, // also how long a stop waits for the answer that is under way
  allowAutoTopicCreation: false,
  // The client's own restart may begin after it was told to stop; it is replaced by `live` instead.
  retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 1_000, restartOnFailure: () => Promise.resolve(false) },
});

/** Starts a member. Once `signal` aborts it is told to leave, even when it only gets under way after that. */
const oneMember = async (options: ConsumerOptions, heard: () => void, signal: AbortSignal): Promise<unknown> => {
  const { kafka, topics, eachBatch, prepared } = options;
  const consumer: Consumer = kafka.consumer(settings(options));
  const { GROUP_JOIN, FETCH, HEARTBEAT, CRASH } = consumer.events;
  for (const event of [GROUP_JOIN, FETCH, HEARTBEAT] as const) consumer.on(event as typeof FETCH, heard);
  const crashed = new Promise<unknown>((resolve) => consumer.on(CRASH, ({ payload }) => resolve(payload.error)));
  let retired = false;
  const setUp = async (): Promise<void> => {
    await prepared();
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      eachBatch: async (payload) => {
        if (!retired) await eachBatch(payload);
      },
    });
    if (retired) await consumer.disconnect();
  };
  try {
    return await unlessAborted(
      setUp().then(() => crashed),
      signal,
    );
  } catch (error) {
    return error;
  } finally {
    await settledIn(consumer.disconnect(), LEAVE_MS);
    retired = true;
  }
};

export const consumerLife = (options: ConsumerOptions): ConsumerLife => {
  const { groupId, log } = options;
  const closing = new AbortController();
  let lastSign = performance.now();
  let signs = 0;
  const heard = (): void => {
    lastSign = performance.now();
    signs++;
  };
  const isClosing = (): boolean => closing.signal.aborted;
  const live = async (): Promise<void> => {
    for (let attempt = 0; !isClosing(); attempt++) {
      const before = signs;
      const failure = await oneMember(options, heard, closing.signal);
      if (isClosing()) return;
      if (signs > before) attempt = 0;
      const fault = kafkaFault(failure);
      log[fault.transient ? 'warn' : 'error']('A consumer died and is replaced', { group: groupId, ...told(fault) });
      const waitMs = delayMs(attempt, RESTART.firstMs, RESTART.longestMs);
      await elapse(waitMs, null, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const living = live();
  return {
    silentMs: () => performance.now() - lastSign,
    async close() {
      closing.abort(new Error('the consumer is closed'));
      await living;
    },
  };
};
