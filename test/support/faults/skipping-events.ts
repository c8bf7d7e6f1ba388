import type { Fact, RecordedFact } from '../../../events/envelope.js';
import type { Delivery, EventStore } from '../../../events/store.js';

/** The same log, whose subscriptions leave out every fact that `skips` names. Reading is as it was. */
export const skippingEvents = (events: EventStore, skips: (fact: RecordedFact) => boolean): EventStore => ({
  append: (stream, facts, expected) => events.append(stream, facts, expected),
  read: (stream, options) => events.read(stream, options),
  readAll: (options) => events.readAll(options),
  head: () => events.head(),
  newestAt: () => events.newestAt(),
  async *subscribe<F extends Fact>(...asked: Parameters<EventStore['subscribe']>): AsyncGenerator<Delivery<F>> {
    for await (const delivery of events.subscribe<F>(...asked))
      if (delivery.kind !== 'fact' || !skips(delivery.fact)) yield delivery;
  },
});
