import type { Fact, Position, RecordedFact } from '../../events/envelope.js';
import { categoryOf, type LogSelection } from '../../events/store.js';
import { isBehind } from './position.js';
import { positionOfEvent, recorded } from './recorded.js';
import { subscribe, type Subscriber } from './subscribe.js';

async function* readBack<F extends Fact>(
  { scan, codec }: Subscriber,
  before: Position | 'end',
  { after, categories }: LogSelection,
): AsyncGenerator<RecordedFact<F>, void> {
  const wanted = categories === undefined ? null : new Set(categories);
  for await (const event of scan.readBack(before, ({ streamId }) => wanted?.has(categoryOf(streamId)) ?? true)) {
    if (!isBehind(after ?? null, positionOfEvent(event))) return;
    yield recorded<F>(codec, event);
  }
}

async function* atMost<Item>(count: number, items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  let taken = 0;
  if (count < 1) return;
  for await (const item of items) {
    yield item;
    if (++taken >= count) return;
  }
}

/**
 * The log up to its head at the time of the first request: a subscription that ends there, because the server filters
 * only subscriptions. Backwards it is read whole, and filtered here.
 */
export const readAll = <F extends Fact>(
  subscriber: Subscriber,
  selection: LogSelection,
  signal: AbortSignal,
): AsyncGenerator<RecordedFact<F>, void> => {
  const { before, limit = Infinity } = selection;
  const facts =
    before === undefined ? readForth<F>(subscriber, selection, signal) : readBack<F>(subscriber, before, selection);
  return atMost(limit, facts);
};

async function* readForth<F extends Fact>(
  subscriber: Subscriber,
  { after, categories }: LogSelection,
  signal: AbortSignal,
): AsyncGenerator<RecordedFact<F>, void> {
  const head = await subscriber.scan.head();
  if (!isBehind(after ?? null, head)) return;
  for await (const delivery of subscribe<F>(subscriber, { after, categories }, signal)) {
    const position = delivery.kind === 'fact' ? delivery.fact.position : delivery.position;
    if (delivery.kind === 'fact') {
      if (isBehind(head, position)) return;
      yield delivery.fact;
    }
    if (!isBehind(position, head)) return;
  }
}
