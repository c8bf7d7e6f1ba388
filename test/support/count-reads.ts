import type { Fact } from '../../events/envelope.js';
import type { EventStore, ReadOptions } from '../../events/store.js';

/** An event store that counts the facts which are read of its streams. */
export interface CountedReads {
  readonly events: EventStore;
  readonly read: () => number;
}

export const countReads = (events: EventStore): CountedReads => {
  let count = 0;
  const counting: EventStore = {
    ...events,
    async *read<F extends Fact>(stream: string, options?: ReadOptions) {
      for await (const fact of events.read<F>(stream, options)) {
        count += 1;
        yield fact;
      }
    },
  };
  return { events: counting, read: () => count };
};
