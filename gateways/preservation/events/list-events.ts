import { addAbortSignal, Readable } from 'node:stream';
import type { EventStore } from '../../../events/store.js';
import { badRequest, problem, RETRY_AFTER } from '../../http/answer/problem.js';
import { json, route, type Answer, type Call, type Route } from '../../http/route.js';
import { shares } from '../../../flow/sharing/shares.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import { readEventPage } from './event-page.js';
import { selectEvents, type EventSelection } from './event-selection.js';
import { eventStream } from './event-stream.js';
import { publicEvents } from './public-events.js';

/** What reading events uses. */
export interface EventDependencies {
  readonly dependencies: { readonly events: EventStore };
  readonly baseUrls: BaseUrls;
}

interface EventsQuery {
  readonly after?: string;
  readonly topics?: string;
  readonly limit: number;
}

/** How many readers of one process may be connected at once, and how many of them by one caller. */
const READERS = { places: 256, each: 32, kept: 64 };
const LATER = { 'Retry-After': RETRY_AFTER };
const REFUSALS = {
  full: problem(503, { detail: 'Too many readers of events are connected.' }, LATER),
  'share-used': problem(
    429,
    {
      detail: `You have ${READERS.each} readers of events connected, which is the most for one caller. Close one first.`,
    },
    LATER,
  ),
} as const;

/** A connection ends after this time, so that a reader shows a valid token again. */
const LIFETIME_MS = 10 * 60_000;
/** How long after that a reader that does not read is disconnected. */
const GRACE_MS = 30_000;

const EVENT_STREAM = /^text\/event-stream(?:$|;(?!\s*q=0(?:\.0*)?$))/;

/** Whether a client accepts server-sent events by name; a wildcard does not suffice, since they do not end. */
const wantsStream = (accept = ''): boolean =>
  accept.split(',').some((range) => EVENT_STREAM.test(range.trim().toLowerCase().replace(/\s+;/, ';')));

/**
 * `GET /events`: the public events of the platform from a position, as server-sent events for a client that accepts
 * those, else as a page of JSON. An addition to the specification, for systems without Kafka.
 */
export const listEvents = ({ dependencies: { events }, baseUrls }: EventDependencies): Route => {
  const toPublic = publicEvents(events);
  const readers = shares(READERS);

  const stream = (selection: EventSelection, { closing, holder }: Pick<Call, 'closing' | 'holder'>): Answer => {
    const leave = readers.take(holder);
    if (typeof leave === 'string') return REFUSALS[leave];
    const left = new AbortController();
    const signal = AbortSignal.any([closing, left.signal, AbortSignal.timeout(LIFETIME_MS)]);
    const body = Readable.from(eventStream({ events, toPublic, selection, signal }));
    addAbortSignal(AbortSignal.timeout(LIFETIME_MS + GRACE_MS), body);
    body.once('close', () => {
      leave();
      left.abort(new Error('the reader has left'));
    });
    return {
      status: 200,
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      content: { kind: 'endless', stream: body, mediaType: 'text/event-stream; charset=utf-8' },
    };
  };

  const page = async (selection: EventSelection, { limit, topics }: EventsQuery): Promise<Answer> => {
    const { events: listed, position, isLast } = await readEventPage(events, toPublic, { ...selection, limit });
    const next = new URLSearchParams({
      ...(position === null ? {} : { after: position }),
      limit: String(limit),
      ...(topics === undefined ? {} : { topics }),
    });
    return json(200, { events: listed, position, isLast, next: `${baseUrls.preservation}/events?${next.toString()}` });
  };

  return route<EventsQuery>('listEvents', async (call: Call<EventsQuery>) => {
    const { query, header } = call;
    const asStream = wantsStream(header('accept'));
    const after = (asStream ? header('last-event-id') : undefined) ?? query.after;
    const selected = await selectEvents(events, { after, topics: query.topics });
    if (!selected.ok) return badRequest(selected.refusal);
    return asStream ? stream(selected.value, call) : page(selected.value, query);
  });
};
