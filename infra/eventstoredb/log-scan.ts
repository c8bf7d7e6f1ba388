import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type ReadPosition,
} from '@eventstore/db-client';
import type { Position } from '../../events/envelope.js';
import type { Connection } from './connection.js';
import { readItems } from './read-items.js';
import { isBehind, logPositionOf } from './position.js';
import { isSystemEvent, positionOfEvent } from './recorded.js';
import type { PageEnd } from './resumption.js';

/** The result of reading one page of the log after a position. */
export interface LogPage {
  /** The position of the last unwanted fact; null when there is none. */
  readonly clearTo: Position | null;
  /** Where to continue; the server's own events are skipped, too. */
  readonly lookedTo: Position | null;
  /** What ended it: a wanted fact, the end of the log, or the end of the page. */
  readonly next: 'wanted' | 'end' | 'more';
}

/** Reads the log itself, independent of any subscription. Throws EventStoreFault `store-unavailable`. */
export interface LogScan {
  /** The position of the newest fact; null while there is none. */
  head(): Promise<Position | null>;
  /** The newest fact; null while there is none. */
  newest(): Promise<AllStreamRecordedEvent | null>;
  /** The head, at most `maxAgeMs` old: calls within that time share one read. */
  recentHead(maxAgeMs: number): Promise<Position | null>;
  /** A position that was read, or the head where the server's own events stand behind it. */
  upToHead(position: Position): Promise<Position | null>;
  look(after: Position | null, wants: Wants): Promise<LogPage>;
  /** The wanted facts before a position, or up to the end of the log, the newest first. */
  readBack(before: Position | 'end', wants: Wants): AsyncGenerator<AllStreamRecordedEvent, void>;
  /** The wanted facts of one page. */
  read(after: Position | null, wants: Wants): AsyncGenerator<AllStreamRecordedEvent, PageEnd>;
}

type Wants = (event: AllStreamRecordedEvent) => boolean;

/** As many events as between two checkpoints of a subscription, so that one page is usually enough. */
const PAGE_SIZE = 64;
/**
 * The first page backwards is small, since the newest event is usually a fact; later ones grow, since there may be many
 * events of the server's own.
 */
const FIRST_PAGE = 1;
const LAST_PAGE = 4096;

const startAfter = (after: Position | null): ReadPosition => (after === null ? START : logPositionOf(after));

type Page = (
  direction: typeof FORWARDS | typeof BACKWARDS,
  fromPosition: ReadPosition,
  maxCount: number,
) => AsyncGenerator<AllStreamRecordedEvent | undefined, void>;

const pagesOf = (connection: Connection): Page =>
  async function* (direction, fromPosition, maxCount) {
    const { credentials } = connection;
    const options = { direction, fromPosition, maxCount, credentials, requiresLeader: true };
    const resolved = readItems<AllStreamResolvedEvent>(connection, (client) => client.readAll(options));
    for await (const { event } of resolved) yield event;
  };

/** Reads back from the end to the first event that is none of the server's own. */
const newestIn = async (page: Page): Promise<AllStreamRecordedEvent | null> => {
  let from: ReadPosition = END;
  for (let size = FIRST_PAGE; ; size = Math.min(size * 8, LAST_PAGE)) {
    let seen = 0;
    for await (const event of page(BACKWARDS, from, size)) {
      seen++;
      if (event === undefined) continue;
      if (!isSystemEvent(event)) return event;
      from = logPositionOf(positionOfEvent(event));
    }
    if (seen < size) return null;
  }
};

/** Reads nothing before the first call. */
export const logScanOf = (connection: Connection): LogScan => {
  const page = pagesOf(connection);
  const newest = (): Promise<AllStreamRecordedEvent | null> => newestIn(page);
  let known: Position | null = null;
  const head = async (): Promise<Position | null> => {
    const fact = await newest();
    return (known = fact && positionOfEvent(fact));
  };
  const upToHead: LogScan['upToHead'] = async (position) => {
    const end = isBehind(known, position) ? await head() : position;
    return isBehind(end, position) ? end : position;
  };

  const read: LogScan['read'] = async function* (after, wants) {
    let readTo = after;
    let seen = 0;
    for await (const event of page(FORWARDS, startAfter(after), PAGE_SIZE)) {
      seen++;
      if (event === undefined) continue;
      const position = positionOfEvent(event);
      if (!isBehind(readTo, position)) continue;
      readTo = position;
      if (!isSystemEvent(event) && wants(event)) yield event;
    }
    return { readTo, isEnd: seen < PAGE_SIZE };
  };

  const readBack: LogScan['readBack'] = async function* (before, wants) {
    const isWanted = (event: AllStreamRecordedEvent): boolean =>
      (before === 'end' || isBehind(positionOfEvent(event), before)) && !isSystemEvent(event) && wants(event);
    let readTo: ReadPosition = before === 'end' ? END : logPositionOf(before);
    for (let seen = LAST_PAGE; seen === LAST_PAGE;) {
      seen = 0;
      for await (const event of page(BACKWARDS, readTo, LAST_PAGE)) {
        seen++;
        if (event === undefined) continue;
        readTo = logPositionOf(positionOfEvent(event));
        if (isWanted(event)) yield event;
      }
    }
  };

  const look: LogScan['look'] = async (after, wants) => {
    let clearTo: Position | null = null;
    let lookedTo = after;
    let seen = 0;
    for await (const event of page(FORWARDS, startAfter(after), PAGE_SIZE)) {
      seen++;
      if (event === undefined) continue;
      const position = positionOfEvent(event);
      if (!isBehind(lookedTo, position)) continue;
      const isFact = !isSystemEvent(event);
      if (isFact && wants(event)) return { clearTo, lookedTo, next: 'wanted' };
      lookedTo = position;
      if (isFact) clearTo = position;
    }
    return { clearTo, lookedTo, next: seen < PAGE_SIZE ? 'end' : 'more' };
  };

  let latest: { readonly at: number; readonly head: Promise<Position | null> } | null = null;
  const recentHead: LogScan['recentHead'] = (maxAgeMs) => {
    const now = performance.now();
    if (latest === null || now - latest.at > maxAgeMs) latest = { at: now, head: head() };
    return latest.head;
  };

  return { head, newest, recentHead, upToHead, look, readBack, read };
};
