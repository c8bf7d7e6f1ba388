import { expect } from 'chai';
import fc from 'fast-check';
import type { Position } from '../../../events/envelope.js';
import { RevisionConflict, type EventStore, type ExpectedRevision } from '../../../events/store.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { follow, note, noteCodec, type NoteFact } from '../../contracts/event-store/notes.js';
import { startEventStoreDb } from '../../support/eventstoredb/server.js';
import { atDepth } from '../../support/random/depth.js';

const STREAMS = ['note-a', 'note-b', 'letter-a'];
const streamName = fc.constantFrom(...STREAMS);
const categories = fc.option(fc.subarray(['note', 'letter', 'nobody']), { nil: undefined });

/**
 * An append whose ids are drawn from a few, so that repeats, whole and in part, are common. Without a revision it is of
 * one fact: several can be a repeat in another order, for whose outcome a server lets its caller wait.
 */
const append = fc
  .record({
    kind: fc.constant('append' as const),
    stream: streamName,
    ids: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
    expected: fc.oneof(fc.constantFrom<ExpectedRevision>('none', 'exists', 'any'), fc.bigInt({ min: -2n, max: 8n })),
  })
  .map((asked) => (['exists', 'any'].includes(`${asked.expected}`) ? { ...asked, ids: asked.ids.slice(0, 1) } : asked));
const read = fc.record({
  kind: fc.constant('read' as const),
  stream: fc.oneof(streamName, fc.constant('note-nobody')),
  options: fc.record(
    {
      from: fc.bigInt({ min: -1n, max: 9n }),
      direction: fc.constantFrom('forwards' as const, 'backwards' as const),
      limit: fc.nat({ max: 5 }),
    },
    { requiredKeys: [] },
  ),
});
/** Where to begin is the number of a fact seen before: each store has positions of its own. */
const readAll = fc.record({
  kind: fc.constantFrom('readAll' as const, 'subscribe' as const),
  after: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
  categories,
  limit: fc.option(fc.nat({ max: 6 }), { nil: undefined }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: append },
  { weight: 2, arbitrary: read },
  { weight: 2, arbitrary: readAll },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** An id belongs to one stream. */
const idOf = (stream: string, number: number): string =>
  `00000000-0000-4000-${8000 + STREAMS.indexOf(stream)}-${String(number).padStart(12, '0')}`;

/** One store under comparison; a position becomes the number of facts up to it, for a mark may stand behind the last. */
const answerer = (store: EventStore) => {
  let positions: Position[] = [];
  const numbered = (position: Position | null): number | null =>
    position === null ? null : positions.filter((each) => each <= position).length;
  const list = async (facts: AsyncIterable<NoteFact & { stream: string; revision: bigint; position: Position }>) => {
    const found: unknown[] = [];
    for await (const fact of facts) found.push([fact.stream, fact.revision, fact.data.text, numbered(fact.position)]);
    return found;
  };
  const learn = async (): Promise<void> => {
    positions = [];
    for await (const fact of store.readAll()) positions.push(fact.position);
    expect(positions).to.deep.equal([...new Set(positions)].toSorted());
  };
  const answer = async (asked: Step): Promise<unknown> => {
    switch (asked.kind) {
      case 'append': {
        const facts = asked.ids.map((id) => note(`${id}`, idOf(asked.stream, id)));
        const { revision, position } = await store.append(asked.stream, facts, asked.expected);
        await learn();
        return [revision, asked.ids.length === 0 ? null : numbered(position)];
      }
      case 'read':
        return list(store.read(asked.stream, asked.options));
      case 'readAll': {
        const { after, limit = Infinity } = asked;
        const from = after === undefined ? undefined : positions[after];
        return list(store.readAll({ after: from, categories: asked.categories, limit }));
      }
      case 'subscribe': {
        const from = asked.after === undefined ? undefined : positions[asked.after];
        const follower = follow(store, { after: from, categories: asked.categories });
        const { texts, position } = await follower.untilCaughtUp();
        await follower.stop();
        return [texts, numbered(position)];
      }
    }
  };
  return (asked: Step): Promise<unknown> =>
    answer(asked).catch((error: unknown) => {
      if (error instanceof RevisionConflict) return ['conflict', error.expected, error.actual];
      throw error;
    });
};

describe('the embedded store and EventStoreDB', () => {
  it('give the same answers to any sequence of appends, readings and subscriptions', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const server = await startEventStoreDb();
        const served = openEventStoreDb({ connectionString: server.url, codec: noteCodec });
        const embedded = openEventStore(':memory:', noteCodec);
        try {
          const [one, two] = [answerer(embedded), answerer(served)];
          for (const asked of steps) expect(await two(asked)).to.deep.equal(await one(asked));
        } finally {
          await Promise.all([served.close(), embedded.close()]);
          await server.stop();
        }
      }),
      { numRuns: atDepth(40) },
    ));
});
