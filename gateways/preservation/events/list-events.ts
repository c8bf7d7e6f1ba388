import type { EventStore } from '../../../events/store.js';
import { badRequest } from '../../http/answer/problem.js';
import { acceptsByName } from '../../http/request/negotiation.js';
import { json, route, type Answer, type Call, type Route } from '../../http/route.js';
import type { EventStreams } from '../../service/event-streams.js';
import type { BaseUrls } from '../../uris/base-urls.js';
import { readEventPage } from './event-page.js';
import { selectEvents, type EventSelection } from './event-selection.js';
import { eventStream } from './event-stream.js';
import { publicEvents } from './public-events.js';

/** What reading events uses. */
export interface EventDependencies {
  readonly dependencies: { readonly events: EventStore };
  readonly baseUrls: BaseUrls;
  readonly streams: EventStreams;
}

interface EventsQuery {
  readonly after?: string;
  readonly topics?: string;
  readonly limit: number;
}

/**
 * `GET /events`: the public events of the platform from a position, as server-sent events for a client that accepts
 * those, else as a page of JSON. An addition to the specification, for systems without Kafka.
 */
export const listEvents = ({ dependencies: { events }, baseUrls, streams }: EventDependencies): Route => {
  const toPublic = publicEvents(events);

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
    // By name alone, since server-sent events do not end.
    const asStream = acceptsByName(header('accept'), 'text/event-stream');
    const after = (asStream ? header('last-event-id') : undefined) ?? query.after;
    const selected = await selectEvents(events, { after, topics: query.topics });
    if (!selected.ok) return badRequest(selected.refusal);
    if (!asStream) return page(selected.value, query);
    return streams.answer(call, (signal) => eventStream({ events, toPublic, selection: selected.value, signal }));
  });
};
