import type { Fact, Position } from '../../../events/envelope.js';
import type { Delivery, EventStore, FeedOptions } from '../../../events/store.js';

/** A store that others have written to, as if it were empty: what stood in its log when this was opened is not shown. */
export const fromNow = async (store: EventStore): Promise<EventStore> => {
  const start = (await store.head()) ?? undefined;
  const shown = (position: Position | null): Position | null =>
    position === null || (start !== undefined && position <= start) ? null : position;
  const sinceThen = (options: FeedOptions): FeedOptions => ({ ...options, after: options.after ?? start });
  return {
    append: (...args) => store.append(...args),
    read: (...args) => store.read(...args),
    readAll: (options = {}) => store.readAll({ ...options, ...sinceThen(options) }),
    async *subscribe<F extends Fact>(options: FeedOptions, signal: AbortSignal): AsyncGenerator<Delivery<F>, void> {
      for await (const delivery of store.subscribe<F>(sinceThen(options), signal)) {
        yield delivery.kind === 'fact' ? delivery : { ...delivery, position: shown(delivery.position) };
      }
    },
    head: async () => shown(await store.head()),
    newestAt: async () => (shown(await store.head()) === null ? null : store.newestAt()),
  };
};
