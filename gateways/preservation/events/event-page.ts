import type { Position } from '../../../events/envelope.js';
import type { CloudEvent } from '../../../events/public/cloud-event.js';
import type { EventStore } from '../../../events/store.js';
import type { EventSelection } from './event-selection.js';
import type { PublicEventOf } from './public-events.js';

/** Public events in the order of the log. */
export interface EventPage {
  readonly events: readonly CloudEvent[];
  /** Where the next page begins; null for a log in which nothing was read. */
  readonly position: Position | null;
  /** Whether the log had no further events of the selection. */
  readonly isLast: boolean;
}

/** Reads the next `limit` events at most; fewer where some facts of the selection have no public event. */
export const readEventPage = async (
  events: Pick<EventStore, 'readAll'>,
  toPublic: PublicEventOf,
  { after, categories, limit }: EventSelection & { readonly limit: number },
): Promise<EventPage> => {
  const page: CloudEvent[] = [];
  let position = after ?? null;
  let read = 0;
  for await (const fact of events.readAll({ after, categories, limit })) {
    read += 1;
    position = fact.position;
    const event = await toPublic(fact);
    if (event !== null) page.push(event);
  }
  return { events: page, position, isLast: read < limit };
};
