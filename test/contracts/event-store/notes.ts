import { randomUUID } from 'node:crypto';
import { createCodec } from '../../../events/codec/codec.js';
import type { Fact, Position, NewFact } from '../../../events/envelope.js';
import type { Delivery, EventStore } from '../../../events/store.js';
import { PLAIN_METADATA } from '../../support/plain-metadata.js';

export type NoteFact = Fact<'NoteWritten', { readonly text: string }>;

export const noteCodec = createCodec([{ type: 'NoteWritten', schema: 1 }]);

export const note = (text = 'hello', id: string = randomUUID()): NewFact<NoteFact> => ({
  type: 'NoteWritten',
  data: { text },
  id,
  metadata: PLAIN_METADATA,
});

export const notes = (...texts: readonly string[]): readonly NewFact<NoteFact>[] => texts.map((text) => note(text));

/** A stream of its own for each test, so that a store may be shared with others. */
export const newStream = (category = 'note'): string => `${category}-${randomUUID()}`;

export const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

export const textsOf = async (facts: AsyncIterable<NoteFact>): Promise<string[]> =>
  (await all(facts)).map((fact) => fact.data.text);

export const streamTexts = (store: EventStore, stream: string): Promise<string[]> =>
  textsOf(store.read<NoteFact>(stream));

/** The rejection of a promise that must not be kept. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('it was kept');
    },
    (error: unknown) => error,
  );

/** A subscription drawn one delivery at a time. */
export interface Follower {
  next(): Promise<Delivery<NoteFact>>;
  /** Texts of the facts up to the next mark that says the head is reached. */
  untilCaughtUp(): Promise<{ texts: string[]; position: Position | null }>;
  /** Texts of the facts up to the first mark of the head at a position or behind it, for a mark may stand further on. */
  untilCaughtUpWith(position: Position | null): Promise<string[]>;
  /** Resolves when the subscription has ended. */
  stop(): Promise<void>;
}

export const follow = (store: EventStore, options: Parameters<EventStore['subscribe']>[0] = {}): Follower => {
  const stopping = new AbortController();
  const deliveries = store.subscribe<NoteFact>(options, stopping.signal)[Symbol.asyncIterator]();
  const next = async (): Promise<Delivery<NoteFact>> => {
    const result = await deliveries.next();
    if (result.done === true) throw new Error('the subscription ended');
    return result.value;
  };
  const untilCaughtUp: Follower['untilCaughtUp'] = async () => {
    const texts: string[] = [];
    for (;;) {
      const delivery = await next();
      if (delivery.kind === 'fact') texts.push(delivery.fact.data.text);
      if (delivery.kind === 'caught-up') return { texts, position: delivery.position };
    }
  };
  return {
    next,
    untilCaughtUp,
    async untilCaughtUpWith(position) {
      const texts: string[] = [];
      for (;;) {
        const mark = await untilCaughtUp();
        texts.push(...mark.texts);
        if (position === null || (mark.position ?? '') >= position) return texts;
      }
    },
    async stop() {
      stopping.abort();
      while ((await deliveries.next()).done !== true);
    },
  };
};
