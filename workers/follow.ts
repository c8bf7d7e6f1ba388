import { cause } from '../events/cause.js';
import { setMaxListeners } from 'node:events';
import type { Position, RecordedFact } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import type { Checkpoint } from './checkpoint.js';
import type { Log } from './log.js';
import { condition } from '../flow/condition.js';
import { restartUntilAborted } from '../flow/restart-until-aborted.js';
import { settledWithin } from '../flow/settled-within.js';
import { watermark, type Watermark } from './watermark.js';

export interface FollowOptions {
  readonly name: string;
  readonly events: Pick<EventStore, 'subscribe'>;
  /** The stream categories whose facts are taken. */
  readonly categories: readonly string[];
  readonly checkpoint: Checkpoint;
  /**
   * Handles one fact and resolves afterwards; called in the order of the log, for further facts before it has resolved.
   * When it rejects, the follower restarts at the last position up to which every fact was handled. After the signal
   * aborts it must settle soon, and reject if the fact was not handled.
   */
  readonly take: (fact: RecordedFact, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
  /** The newest fact that is taken is at most so many facts after the position up to which every fact was handled. */
  readonly window?: number;
}

/** A reader of the whole log that subscribes again when its subscription ends. */
export interface Follower {
  readonly name: string;
  /** The position up to which every fact was handled; the log's head minus this is the lag. */
  handled(): Position | null;
  /** Resolves once everything up to the position is handled; rejects when the follower ends before. */
  reached(position: Position): Promise<void>;
  /** Resolves after `stop`; rejects when another reader of its name has taken over. */
  readonly ended: Promise<void>;
  /** Takes no more facts, waits for those being handled, and writes its checkpoint. */
  stop(): Promise<void>;
}

const RESTARTS = { firstMs: 50, capMs: 15_000 };
/** How long a stop waits for facts being handled; the others are handled again after the next start. */
const STOP_MS = 5_000;
const STOPPED = new Error('the follower was stopped');

interface Waiter {
  readonly position: Position;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export const follow = (options: FollowOptions): Follower => {
  const { name, checkpoint, log } = options;
  const stopped = new AbortController();
  const endSignal = AbortSignal.any([stopped.signal, checkpoint.fenced]);
  const progress = watermark(checkpoint.start);
  const waiters = new Set<Waiter>();
  const wakeWaiters = (): void => {
    const reached = progress.reached();
    for (const waiter of waiters) {
      if (reached === null || reached < waiter.position) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  };
  const subscribeOnce = async (): Promise<boolean> => {
    const before = progress.reached();
    const failure = await oneSubscription(options, { progress, endSignal, advanced: wakeWaiters });
    if (!endSignal.aborted)
      log.warn('A subscription ended and is started again', { name, after: progress.reached(), ...cause(failure) });
    return progress.reached() !== before;
  };
  const run = async (): Promise<void> => {
    await restartUntilAborted(subscribeOnce, { backOff: RESTARTS, signal: endSignal });
    for (const waiter of waiters) waiter.reject(endSignal.reason);
    if (!stopped.signal.aborted) throw endSignal.reason;
  };
  const ended = run();
  ended.catch((error: unknown) =>
    log.error('A follower ended because another process took over its checkpoint', { name, ...cause(error) }),
  );
  return {
    name,
    ended,
    handled: () => progress.reached(),
    reached: (position) =>
      new Promise((resolve, reject) => {
        if (endSignal.aborted) {
          reject(endSignal.reason as Error);
          return;
        }
        waiters.add({ position, resolve, reject });
        wakeWaiters();
      }),
    async stop() {
      stopped.abort(STOPPED);
      await settledWithin(ended, STOP_MS);
      await checkpoint.close();
    },
  };
};

interface FollowState {
  readonly progress: Watermark;
  readonly endSignal: AbortSignal;
  readonly advanced: () => void;
}

/** Follows until the subscription or a fact fails, and answers the cause. */
const oneSubscription = async (
  options: FollowOptions,
  { progress, endSignal, advanced }: FollowState,
): Promise<unknown> => {
  const { events, categories, checkpoint, take, window = 256 } = options;
  const failed = new AbortController();
  const signal = AbortSignal.any([endSignal, failed.signal]);
  setMaxListeners(0, signal); // the handling of every fact may listen
  const pending = new Set<Promise<void>>();
  const room = condition();
  const isFull = (): boolean => progress.ahead() >= window && !signal.aborted;
  const accept = (fact: RecordedFact): void => {
    const done = progress.begin(fact.position);
    const task = take(fact, signal)
      .then(() => {
        done();
        const reached = progress.reached();
        if (reached !== null) checkpoint.advance(reached);
        advanced();
      })
      .catch((error: unknown) => failed.abort(error))
      .finally(() => {
        pending.delete(task);
        room.notifyAll();
      });
    pending.add(task);
  };
  try {
    for await (const delivery of events.subscribe({ after: progress.reached() ?? undefined, categories }, signal)) {
      if (signal.aborted) break;
      if (delivery.kind === 'fact') accept(delivery.fact);
      else if (delivery.position !== null) progress.consider(delivery.position);
      advanced();
      while (isFull()) await room.wait({ signal });
    }
    return signal.aborted ? signal.reason : new Error('the log closed the subscription');
  } catch (error) {
    return error;
  } finally {
    await Promise.all(pending);
    progress.rewind();
  }
};
