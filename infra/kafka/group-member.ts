import { unlessAborted } from '../../flow/unless-aborted.js';
import { cause } from '../../events/cause.js';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { KafkaLog } from './client.js';
import { kafkaFault } from './fault.js';
import { restartUntilAborted } from '../../flow/restart-until-aborted.js';
import { pause } from '../../flow/pause.js';
import { settledWithin } from '../../flow/settled-within.js';

/** The settings of a member of a consumer group. */
export interface ConsumerOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Resolves once the topics exist. */
  readonly prepared: () => Promise<void>;
  /** After this time without a heartbeat the broker removes a member and gives its partitions to others. */
  readonly sessionTimeoutMs: number;
  readonly log: KafkaLog;
}

/** A member of a consumer group, whose consumer is replaced when it fails, until it is closed. */
export interface GroupMember {
  /** Milliseconds since the broker last answered this member, or since the start. */
  silentMs(): number;
  /** Lets the batches under way end, commits them and leaves the group, within a bounded time. */
  close(): Promise<void>;
}

const RESTART = { firstMs: 100, capMs: 5_000, jitter: 'none' } as const;
const LEAVE_MS = 20_000;
const REBALANCE_MS = 60_000;
const PARTITIONS_AT_ONCE = 4;
/**
 * How long a broker waits for messages before it answers that there are none, and the client sends a heartbeat; also how
 * long a stop waits for the response under way.
 */
const QUIET_MS = 3_000;

const settings = ({ groupId, sessionTimeoutMs }: ConsumerOptions): Parameters<Kafka['consumer']>[0] => ({
  groupId,
  sessionTimeout: sessionTimeoutMs,
  rebalanceTimeout: Math.max(sessionTimeoutMs, REBALANCE_MS),
  heartbeatInterval: Math.min(QUIET_MS, Math.floor(sessionTimeoutMs / 3)),
  maxWaitTimeInMs: QUIET_MS, // a message is answered at once
  allowAutoTopicCreation: false,
  // The client's own restart may begin after a stop; `runUntilClosed` replaces the consumer instead.
  retry: { restartOnFailure: () => Promise.resolve(false) },
});

/** The observed state of a consumer. */
interface MemberState {
  answered(): void;
  silentMs(): number;
  /** The number of batches under way. */
  busy: number;
}

/** Without an answer for this time, and without a batch under way, the broker counts as away. */
const AWAY_MS = QUIET_MS + 2_000;
const LOOK_MS = 250;

/**
 * Runs a consumer until it fails or `signal` aborts; then it leaves the group, even if its set-up ends only later.
 * Answers the error.
 */
const runMember = async (options: ConsumerOptions, state: MemberState, signal: AbortSignal): Promise<unknown> => {
  const { kafka, topics, eachBatch, prepared } = options;
  const consumer: Consumer = kafka.consumer(settings(options));
  const { GROUP_JOIN, FETCH, HEARTBEAT, CRASH } = consumer.events;
  for (const event of [GROUP_JOIN, FETCH, HEARTBEAT] as const)
    consumer.on(event as typeof FETCH, () => state.answered());
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
        state.busy++;
        await eachBatch(payload).finally(() => state.busy--);
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
    const isAway = (): boolean => state.busy === 0 && state.silentMs() > AWAY_MS;
    const left = leave();
    while (!(await settledWithin(left, LOOK_MS)) && !isAway() && performance.now() - began < LEAVE_MS);
    // A set-up that is still under way may connect again: disconnect once more when it has ended.
    void ready.then(leave, leave);
  }
};

/**
 * Makes missing topics while the broker does not answer the member: the client goes on asking for a topic that was
 * deleted, and finds it when it is there again.
 */
const makeTopicsInSilence = async (
  { prepared }: ConsumerOptions,
  state: MemberState,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    await pause(AWAY_MS, signal);
    if (state.busy === 0 && state.silentMs() > AWAY_MS) await unlessAborted(prepared(), signal).catch(() => undefined);
  }
};

/** Starts immediately; retries while the broker is unavailable. */
export const openGroupMember = (options: ConsumerOptions): GroupMember => {
  const { groupId, log } = options;
  const closing = new AbortController();
  let lastSign = performance.now();
  let answers = 0;
  const state: MemberState = {
    answered() {
      lastSign = performance.now();
      answers++;
    },
    silentMs: () => performance.now() - lastSign,
    busy: 0,
  };
  const runOnce = async (): Promise<boolean> => {
    const before = answers;
    const fault = kafkaFault(await runMember(options, state, closing.signal));
    if (!closing.signal.aborted)
      log[fault.transient ? 'warn' : 'error']('A consumer failed and is replaced', { group: groupId, ...cause(fault) });
    return answers > before;
  };
  const running = Promise.all([
    restartUntilAborted(runOnce, { backOff: RESTART, signal: closing.signal }),
    makeTopicsInSilence(options, state, closing.signal),
  ]);
  return {
    silentMs: () => state.silentMs(),
    async close() {
      closing.abort(new Error('the consumer is closed'));
      await running;
    },
  };
};
