import type { Fact, RecordedFact } from '../../events/envelope.js';
import type { FeedOptions } from '../../events/store.js';
import { isBehind } from './position.js';
import { subscribe, type Subscriber } from './subscribe.js';

/**
 * The log up to its head at the time of the first request: a subscription that ends there, because the server filters
 * only subscriptions.
 */
export async function* readAll<F extends Fact>(
  subscriber: Subscriber,
  { limit = Infinity, ...options }: FeedOptions & { readonly limit?: number },
  signal: AbortSignal,
): AsyncGenerator<RecordedFact<F>, void> {
  if (limit < 1) return;
  const head = await subscriber.scan.head();
  if (!isBehind(options.after ?? null, head)) return;
  let taken = 0;
  for await (const delivery of subscribe<F>(subscriber, options, signal)) {
    const position = delivery.kind === 'fact' ? delivery.fact.position : delivery.position;
    if (delivery.kind === 'fact') {
      if (isBehind(head, position)) return;
      yield delivery.fact;
      if (++taken === limit) return;
    }
    if (!isBehind(position, head)) return;
  }
}
