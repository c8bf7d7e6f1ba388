import type { Position } from '../../events/envelope.js';
import { EventStoreFault, type Delivery } from '../../events/store.js';
import { backOffMs } from '../../flow/back-off.js';
import type { SubscriptionProgress } from './subscription-progress.js';
import type { Feed } from './feed.js';
import { isBehind } from './position.js';
import type { LogScan, LogPage } from './log-scan.js';

type Notice = Exclude<Delivery, { kind: 'fact' }>;

interface WatchedSubscription {
  readonly feed: Feed;
  readonly progress: SubscriptionProgress;
  readonly scan: LogScan;
  /** Whether the subscriber wants events of this stream. */
  readonly wants: (event: { readonly streamId: string }) => boolean;
  readonly isFiltered: boolean;
  /** How long the subscription may lack an event that is in the log. */
  readonly patienceMs: number;
}

/** After this time without an arrival the log itself is read, to see whether this is its end. */
const QUIET_MS = 5;
/** How often a filtered subscription at the end of the log reads the log for events that the filter hides. */
const LOG_READS = { firstMs: 50, capMs: 5_000, growth: 1.5, jitter: 'none' } as const;
/** How often an unfiltered subscription is checked for being dead. */
const GUARDS = { ...LOG_READS, firstMs: 1_000 };

/** Checks a subscription while nothing arrives. */
export interface IdleWatch {
  /** The server reported the end of the log: the next check reads the log without delay. */
  expectEnd(): void;
  /** This process wrote a fact, or another subscription was sent one: this one reads the log soon, since it may be hidden from it. */
  logMoved(): void;
  /**
   * Waits briefly for an arrival, and reads the log when none comes. Answers a notice for progress or the end of the
   * log, null when something has arrived or will arrive. Throws EventStoreFault `store-unavailable` for a dead
   * subscription.
   */
  check(signal: AbortSignal): Promise<Notice | null>;
}

/**
 * Nearly so long that the wait ends at a multiple of it by the monotonic clock: the subscriptions of a process that have
 * nothing to do look at the same moments, and one read of the head is enough for all of them. Not the next multiple where that
 * is near, since a timer may have ended the last wait a little early.
 */
const alignedMs = (ms: number): number => {
  const leftMs = ms - (performance.now() % ms);
  return leftMs < ms / 2 ? leftMs + ms : leftMs;
};

/**
 * Waits for arrivals, as long as `waitMs` says. When the log has moved, a long wait under way, or the next one, gives way to
 * that which `waitMs` says after `onMoved`.
 */
const restOn = (feed: Feed, waitMs: () => number, onMoved: () => void) => {
  let hasMoved = false;
  let isResting = false;
  const mustLook = (): boolean => hasMoved;
  return {
    /** Whether something has arrived. */
    async arrival(signal: AbortSignal): Promise<boolean> {
      const ms = waitMs();
      const isLong = ms > 2 * LOG_READS.firstMs;
      if (isLong && !mustLook()) {
        isResting = true;
        const hasArrived = await feed.arrival(ms, signal);
        isResting = false;
        if (hasArrived || !mustLook()) return hasArrived;
      }
      if (mustLook()) onMoved();
      hasMoved = false;
      return feed.arrival(isLong ? waitMs() : ms, signal);
    },
    logMoved(): void {
      hasMoved = true;
      if (isResting) feed.endWait();
    },
  };
};

/** Checks one subscription. */
export const idleWatchOf = ({
  feed,
  progress,
  scan,
  wants,
  isFiltered,
  patienceMs,
}: WatchedSubscription): IdleWatch => {
  let hinted = false;
  let keptBackSince: number | null = null;
  let lookedTo: Position | null = null;
  let clear: Position | null = null;
  let vainReads = 0;

  const waitMs = (): number => {
    if (hinted) return 0;
    if (!progress.isCaughtUp() && keptBackSince === null) return QUIET_MS;
    if (keptBackSince !== null) return LOG_READS.firstMs;
    return alignedMs(backOffMs(vainReads, isFiltered ? LOG_READS : GUARDS));
  };
  const rest = restOn(feed, waitMs, () => void (vainReads = 0));
  const keptBack = (): null => {
    keptBackSince ??= performance.now();
    if (performance.now() - keptBackSince <= patienceMs) return null;
    throw new EventStoreFault('store-unavailable', `the subscription kept a fact back for ${patienceMs} ms`);
  };
  /** Reads the log on from the end of the last read, or from the subscription's position if that is later. */
  const look = async (): Promise<LogPage['next']> => {
    const reached = progress.reached();
    const from = isBehind(lookedTo, reached) ? reached : lookedTo;
    // The head is enough where it was reached, and where nothing is filtered.
    const head = await (progress.isCaughtUp() ? scan.recentHead(LOG_READS.firstMs) : scan.head());
    if (!isBehind(from, head)) return 'end';
    if (!isFiltered) return 'wanted';
    const { clearTo, lookedTo: end, next } = await scan.look(from, wants);
    lookedTo = end;
    if (isBehind(clear, clearTo)) clear = clearTo;
    return next;
  };
  return {
    expectEnd: () => void (hinted = true),
    logMoved: () => rest.logMoved(),
    async check(signal) {
      const hasArrived = await rest.arrival(signal);
      hinted = false;
      if (signal.aborted) return null;
      const next = hasArrived ? null : await look();
      // What has arrived meanwhile comes first.
      if (next === null || (await feed.arrival(0, signal))) {
        keptBackSince = null;
        vainReads = 0;
        return null;
      }
      if (next === 'wanted') return keptBack();
      keptBackSince = null;
      const hasMoved = progress.advance(clear);
      vainReads = hasMoved ? 0 : vainReads + 1;
      if (next === 'end') return hasMoved || !progress.isCaughtUp() ? progress.caughtUp() : null;
      return hasMoved ? { kind: 'progress', position: progress.reached() } : null;
    },
  };
};
