import { EventStoreDBClient } from '@eventstore/db-client';

/** Lets a scavenge of the server remove all but the last facts of a stream, as of those that earlier versions wrote. */
export const keepLast = async (url: string, stream: string, maxCount: number): Promise<void> => {
  const client = EventStoreDBClient.connectionString(url);
  await client.setStreamMetadata(stream, { maxCount });
  await client.dispose();
};
