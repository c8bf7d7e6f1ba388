import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { filterOf, type Filter } from './filter.js';
import type { Log } from './log.js';
import { caughtUpFrame, checkpointFrame, type LogPosition } from './messages.js';
import type { Node, ReadCall, ServerVersion } from './node.js';
import type { StoredEvent } from './stream.js';
import { serveSubscription } from './subscription.js';

/** Where a page of the log begins: all events from there on are still to come. */
const pageStart = (commit: bigint): LogPosition => ({ commit, prepare: 0n });

const positionOf = ({ position }: StoredEvent): LogPosition => ({ commit: position, prepare: position });

/** The place behind an event, or behind all there are. */
const behind = (log: Log, event: StoredEvent | undefined): LogPosition => {
  const next = event === undefined ? undefined : log.events[log.indexOf(event.position + 1n)];
  return pageStart(next?.position ?? log.end);
};

/**
 * The older server reads one event from the position on, takes it for the one that stands there, and begins behind it.
 * The newer one begins at the position and leaves out what is not behind it.
 */
const startOf = ({ log, version }: Node, where: ReadReq.Options.AllOptions | undefined): LogPosition => {
  const named = where?.getPosition();
  if (named === undefined) return pageStart(where?.hasEnd() === true ? log.end : 0n);
  const [commit, prepare] = [BigInt(named.getCommitPosition()), BigInt(named.getPreparePosition())];
  const found = log.events[log.indexOf(commit)];
  if (version === '23.10') return behind(log, found);
  const stands = found !== undefined && found.position === commit && prepare >= commit;
  return stands ? behind(log, found) : pageStart(commit);
};

interface Page {
  readonly start: LogPosition;
  readonly events: readonly StoredEvent[];
  readonly matching: readonly StoredEvent[];
  readonly next: LogPosition;
}

const PAGE_EVENTS = 32;

const unsigned = (value: bigint): bigint => BigInt.asUintN(64, value);

/** The checkpoint of a page without a match at the beginning of the log, for "before every event"; null for none. */
const BEFORE_EVERY_EVENT: Readonly<Record<ServerVersion, LogPosition | null>> = {
  '23.10': null,
  '24.10': { commit: unsigned(-1n), prepare: unsigned(-1n) },
  '25.0': { commit: 0n, prepare: 0n },
};

const checkpointOf = ({ start, matching }: Page, version: ServerVersion): LogPosition | null => {
  const last = matching.at(-1);
  if (last !== undefined) return positionOf(last);
  return start.commit === 0n ? BEFORE_EVERY_EVENT[version] : start;
};

const pageAt = (log: Log, start: LogPosition, filter: Filter | null): Page => {
  const first = log.indexOf(start.commit);
  const events = log.events.slice(first, first + (filter?.window ?? PAGE_EVENTS));
  const matching = filter === null ? events : events.filter((event) => filter.matches(event));
  const next = events.length === 0 ? start : behind(log, events.at(-1));
  return { start, events, matching, next };
};

/**
 * One page of the log after another. With a filter, a checkpoint comes after every so many events looked at, and one
 * when the end of the log is reached for the first time. It names the last event sent from its page, or where the page
 * began when none was.
 */
export const subscribeToAll = (node: Node, call: ReadCall, options: ReadReq.Options): Promise<void> => {
  const { log, faults, version } = node;
  const filter = filterOf(options.getFilter());
  let next = startOf(node, options.getAll());
  return serveSubscription(node, call, async (subscription) => {
    let sinceCheckpoint = 0;
    let isLive = false;
    while (subscription.isOpen()) {
      const page = pageAt(log, next, filter);
      for (const event of page.matching) await subscription.sendEvent(event);
      sinceCheckpoint += page.events.length;
      next = page.next;
      const isEnd = log.indexOf(next.commit) === log.events.length;
      const isFirstEnd = isEnd && !isLive;
      if (filter !== null && (isFirstEnd || sinceCheckpoint >= filter.checkpointEvery)) {
        sinceCheckpoint = 0;
        const checkpoint = checkpointOf(page, version);
        if (checkpoint !== null) await subscription.send(checkpointFrame(checkpoint));
      }
      if (isFirstEnd) {
        isLive = true;
        if (!faults.withoutCaughtUp) await subscription.send(caughtUpFrame());
      }
      if (isLive && log.indexOf(next.commit) === log.events.length) await subscription.news();
    }
  });
};
