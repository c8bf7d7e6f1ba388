import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { type EventStore, type ExpectedRevision, RevisionConflict } from '../../../events/store.js';
import { all, newStream, note } from './notes.js';
import { atDepth } from '../../support/random/depth.js';

/** One append of a sequence: ids are drawn from a few, so that repeats and overlaps are common. */
interface Step {
  readonly stream: number;
  readonly ids: readonly number[];
  readonly expected: ExpectedRevision;
}

const IDS = 6;

const step: fc.Arbitrary<Step> = fc.record({
  stream: fc.nat({ max: 1 }),
  ids: fc.array(fc.nat({ max: IDS - 1 }), { maxLength: 3 }),
  expected: fc.oneof(fc.constantFrom('none', 'exists', 'any' as const), fc.bigInt({ min: -1n, max: 6n })),
});

type Outcome = bigint | 'conflict';

/**
 * The decision table in its plainest words: the ids of a stream in, the last revision out, or a conflict. Without a
 * revision, the events that were first written with the ids are the ones meant, and those of a repeat must come in their
 * order; in another one the append is `unordered`.
 */
const decide = (stream: number[], { ids, expected }: Step): Outcome | 'unordered' => {
  const known = ids.map((id) => stream.indexOf(id));
  if (expected === 'any' || expected === 'exists') {
    if (expected === 'exists' && stream.length === 0) return 'conflict';
    if (ids.length > 0 && known[0] !== -1) {
      if (known.includes(-1)) return 'conflict';
      return known.at(-1)! < known[0]! ? 'unordered' : BigInt(known.at(-1)!);
    }
  } else {
    const next = expected === 'none' ? 0 : Number(expected) + 1;
    if (next > stream.length) return 'conflict';
    if (next < stream.length) {
      const there = stream.slice(next, next + ids.length);
      const same = ids.length > 0 && there.length === ids.length && ids.every((id, index) => id === there[index]);
      return same ? BigInt(next + ids.length - 1) : 'conflict';
    }
  }
  stream.push(...ids);
  return BigInt(stream.length - 1);
};

const outcomeOf = (append: Promise<{ revision: bigint }>): Promise<Outcome> =>
  append.then(
    ({ revision }) => revision,
    (error: unknown) => {
      if (error instanceof RevisionConflict) return 'conflict';
      throw error;
    },
  );

export const describeModel = (store: () => EventStore): void => {
  describe('any sequence of appends', () => {
    for (const together of [false, true]) {
      it(`has the outcome that the decision table gives it, ${together ? 'all waiting at once' : 'one by one'}`, () =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
            const model: number[][] = [[], []];
            const decided = steps.map((each) => [each, decide(model[each.stream]!, each)] as const);
            // A server leaves those without an answer, which is the business of another test.
            const asked = decided.filter(([, outcome]) => outcome !== 'unordered');
            const streams = model.map(() => ({
              name: newStream(),
              ids: Array.from({ length: IDS }, () => randomUUID()),
            }));
            const run = ({ stream, ids, expected }: Step): Promise<Outcome> => {
              const { name, ids: own } = streams[stream]!;
              const facts = ids.map((id) => note(`${id}`, own[id]));
              return outcomeOf(store().append(name, facts, expected));
            };
            const outcomes: Outcome[] = [];
            if (together) outcomes.push(...(await Promise.all(asked.map(([each]) => run(each)))));
            else for (const [each] of asked) outcomes.push(await run(each));
            expect(outcomes).to.deep.equal(asked.map(([, outcome]) => outcome));
            for (const [index, { name, ids }] of streams.entries()) {
              const facts = await all(store().read(name));
              expect(facts.map((fact) => fact.id)).to.deep.equal(model[index]!.map((id) => ids[id]));
              expect(facts.map((fact) => fact.revision)).to.deep.equal(facts.map((_, revision) => BigInt(revision)));
            }
          }),
          { numRuns: atDepth(60) },
        ));
    }
  });
};
