import { firstFact } from '../../events/first-fact.js';
import type { EventStore } from '../../events/store.js';

/** The correlation id of the request that began a stream, such as a job's; null where the stream has no fact. */
export const readCorrelation = async (events: EventStore, stream: string): Promise<string | null> =>
  (await firstFact(events, stream))?.metadata.$correlationId ?? null;
