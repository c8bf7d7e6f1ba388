import { BACKWARDS, END, FORWARDS, START, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';
import type { ReadOptions } from '../../events/store.js';
import type { Connection } from './connection.js';
import { readItems } from './read-items.js';
import { errorTypeOf } from './faults.js';

const isNoStream = (error: unknown): boolean => {
  const type = error instanceof Error ? errorTypeOf(error.cause) : null;
  return type === 'stream-not-found' || type === 'stream-deleted';
};

/** The events of a stream; none where there is no stream. Throws EventStoreFault `store-unavailable`. */
export async function* readStream(
  connection: Connection,
  stream: string,
  { from, direction = 'forwards', limit = Infinity }: ReadOptions,
): AsyncGenerator<NonNullable<ResolvedEvent['event']>, void> {
  const isForwards = direction === 'forwards';
  if (limit < 1 || (!isForwards && from !== undefined && from < 0n)) return;
  const begin = (client: EventStoreDBClient) =>
    client.readStream(stream, {
      direction: isForwards ? FORWARDS : BACKWARDS,
      fromRevision: from === undefined ? (isForwards ? START : END) : from < 0n ? START : from,
      maxCount: Math.min(limit, Number.MAX_SAFE_INTEGER),
      requiresLeader: true,
      credentials: connection.credentials,
    });
  try {
    for await (const { event } of readItems(connection, begin)) if (event !== undefined) yield event;
  } catch (error) {
    if (!isNoStream(error)) throw error;
  }
}
