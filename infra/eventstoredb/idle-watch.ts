import type { Position } from '../../events/envelope.js';
import { EventStoreFault, type Delivery } from '../../events/store.js';
import { backOffMs } from '../../flow/back-off.js';
import type { SubscriptionProgress } from './subscription-progress.js';
import type { Feed } from './feed.js';
import { isBehind } from './position.js';
import type { Stretch, LogScan } from './log-scan.js';

type Mark = Exclude<Delivery, { kind: 'fact' }>;

interface Watched {
  readonly feed: Feed;
  readonly progress: SubscriptionProgress;
  readonly scan: LogScan;
  /** Whether an event of this stream is for the subscriber. */
  readonly wants: (event: { readonly streamId: string }) => boolean;
  readonly isFiltered: boolean;
  /** How long the subscription may keep back what stands in the log. */
  readonly patienceMs: number;
}

/** Nothing new for so long, and the log itself is asked whether this is its end. */
const QUIET_MS = 5;
/** At the end of the log, a filter hides what others append: how often to look for it, ever less while nothing comes. */
const LOOKS = { firstMs: 50, capMs: 250, growth: 1.5, jitter: 'none' } as const;
/** Without a filter everything arrives by itself, and only a dead subscription is looked for. */
const GUARD_EVERY_MS = 1_000;

/** What to make of a subscription while nothing comes from it. */
export interface IdleWatch {
  /** The server says that this is the end of the log: to be looked at without delay. */
  expectEnd(): void;
  /**
   * Waits a moment for an arrival, and looks at the log when none comes: a mark when its end is reached, null when
   * something has come or is on its way. Throws EventStoreFault `store-unavailable` for a subscription that is dead.
   */
  check(signal: AbortSignal): Promise<Mark | null>;
}

/** Watches one subscription. */
export const idleWatchOf = ({ feed, progress, scan, wants, isFiltered, patienceMs }: Watched): IdleWatch => {
  let hinted = false;
  let keptBackSince: number | null = null;
  let lookedTo: Position | null = null;
  let clear: Position | null = null;
  let vainLooks = 0;

  const waitMs = (): number => {
    if (hinted) return 0;
    if (!progress.isCaughtUp() && keptBackSince === null) return QUIET_MS;
    if (keptBackSince !== null) return LOOKS.firstMs;
    return isFiltered ? backOffMs(vainLooks, LOOKS) : GUARD_EVERY_MS;
  };
  const keptBack = (): null => {
    keptBackSince ??= performance.now();
    if (performance.now() - keptBackSince <= patienceMs) return null;
    throw new EventStoreFault('store-unavailable', `the subscription kept a fact back for ${patienceMs} ms`);
  };
  /** Looks on from where the last look ended, unless the subscription has come further. */
  const look = async (): Promise<Stretch['next']> => {
    const reached = progress.reached();
    const from = isBehind(lookedTo, reached) ? reached : lookedTo;
    // One event tells enough where it is the last one, and where nothing is filtered.
    const head = await (progress.isCaughtUp() ? scan.recentHead(LOOKS.firstMs) : scan.head());
    if (!isBehind(from, head)) return 'end';
    if (!isFiltered) return 'wanted';
    const { clearTo, lookedTo: end, next } = await scan.look(from, wants);
    lookedTo = end;
    if (isBehind(clear, clearTo)) clear = clearTo;
    return next;
  };
  return {
    expectEnd: () => void (hinted = true),
    async check(signal) {
      const hasArrived = await feed.arrival(waitMs(), signal);
      hinted = false;
      if (signal.aborted) return null;
      const next = hasArrived ? null : await look();
      // What has arrived meanwhile comes first.
      if (next === null || (await feed.arrival(0, signal))) {
        keptBackSince = null;
        vainLooks = 0;
        return null;
      }
      if (next === 'wanted') return keptBack();
      keptBackSince = null;
      const hasMoved = progress.advance(clear);
      vainLooks = hasMoved ? 0 : vainLooks + 1;
      if (next === 'end') return hasMoved || !progress.isCaughtUp() ? progress.caughtUp() : null;
      return hasMoved ? { kind: 'progress', position: progress.reached() } : null;
    },
  };
};
