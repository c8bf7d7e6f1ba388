import type { StoredEvent } from './stream.js';

/** The server's memory of the ids of recent events, which a restart empties. */
export interface RecentIds {
  remember(event: StoredEvent): void;
  /** The revision of the event of this id, if it is one of this stream. */
  revisionIn(stream: string, id: string): number | undefined;
  forget(): void;
}

/** One table for all streams; of several events with one id, the first stays in it. */
export const recentIds = (): RecentIds => {
  const first = new Map<string, StoredEvent>();
  return {
    remember(event) {
      if (!first.has(event.id)) first.set(event.id, event);
    },
    revisionIn(stream, id) {
      const event = first.get(id);
      return event?.stream === stream ? event.revision : undefined;
    },
    forget: () => first.clear(),
  };
};
