import { unlessAborted } from '../../flow/unless-aborted.js';
import { cause } from '../../events/cause.js';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { KafkaLog } from './client.js';
import { kafkaFault } from './fault.js';
import { restartUntilAborted } from '../../flow/restart-until-aborted.js';
import { settledWithin } from '../../flow/settled-within.js';

/** What a member of a group listens to, and how. */
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

const RESTART = { firstMs: 100, capMs: 5_000, jitter: 'none' } as const;
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
  retry: { restartOnFailure: () => Promise.resolve(false) },
});

/** What is known of a consumer from outside. */
interface Signs {
  heard(): void;
  silentMs(): number;
  /** Batches in hand. */
  busy: number;
}

/** Without an answer for so long, and with nothing in hand, the broker is away and there is nobody to say good-bye to. */
const AWAY_MS = 2_000;
const LOOK_MS = 250;

/** Starts a member. Once `signal` aborts it is told to leave, even when it only gets under way after that. */
const oneMember = async (options: ConsumerOptions, signs: Signs, signal: AbortSignal): Promise<unknown> => {
  const { kafka, topics, eachBatch, prepared } = options;
  const consumer: Consumer = kafka.consumer(settings(options));
  const { GROUP_JOIN, FETCH, HEARTBEAT, CRASH } = consumer.events;
  for (const event of [GROUP_JOIN, FETCH, HEARTBEAT] as const) consumer.on(event as typeof FETCH, () => signs.heard());
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
        if (retired) return;
        signs.busy++;
        await eachBatch(payload).finally(() => signs.busy--);
      },
    });
  };
  const leave = (): Promise<void> => consumer.disconnect().catch(() => undefined);
  const ready = setUp();
  try {
    return await unlessAborted(
      ready.then(() => crashed),
      signal,
    );
  } catch (error) {
    return error;
  } finally {
    retired = true;
    const began = performance.now();
    const isAway = (): boolean => signs.busy === 0 && signs.silentMs() > AWAY_MS;
    const left = leave();
    while (!(await settledWithin(left, LOOK_MS)) && !isAway() && performance.now() - began < LEAVE_MS);
    // A set-up that is still under way connects anew by itself: it is left once more when it has ended.
    void ready.then(leave, leave);
  }
};

/** Begins at once and waits for a broker that is away. */
export const consumerLife = (options: ConsumerOptions): ConsumerLife => {
  const { groupId, log } = options;
  const closing = new AbortController();
  let lastSign = performance.now();
  let answers = 0;
  const signs: Signs = {
    heard() {
      lastSign = performance.now();
      answers++;
    },
    silentMs: () => performance.now() - lastSign,
    busy: 0,
  };
  const live = async (): Promise<boolean> => {
    const before = answers;
    const fault = kafkaFault(await oneMember(options, signs, closing.signal));
    if (!closing.signal.aborted)
      log[fault.transient ? 'warn' : 'error']('A consumer died and is replaced', { group: groupId, ...cause(fault) });
    return answers > before;
  };
  const living = restartUntilAborted(live, { backOff: RESTART, signal: closing.signal });
  return {
    silentMs: () => signs.silentMs(),
    async close() {
      closing.abort(new Error('the consumer is closed'));
      await living;
    },
  };
};
