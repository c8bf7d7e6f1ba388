import { expect } from 'chai';
import fc from 'fast-check';
import { type EventStore, type Expected, RevisionConflict } from '../../../events/store.js';
import { all, newStream, note } from './notes.js';

/** One append of a sequence: ids are drawn from a few, so that repeats and overlaps are common. */
interface Step {
  readonly stream: number;
  readonly ids: readonly number[];
  readonly expected: Expected;
}

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const step: fc.Arbitrary<Step> = fc.record({
  stream: fc.nat({ max: 1 }),
  ids: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
  expected: fc.oneof(fc.constantFrom('none', 'exists', 'any' as const), fc.bigInt({ min: -1n, max: 6n })),
});

/** The decision table in its plainest words: the ids of a stream in, the last revision out, or a conflict. */
const decide = (stream: string[], { ids, expected }: Step): bigint | 'conflict' => {
  const known = ids.map((id) => stream.lastIndexOf(idOf(id)));
  if (typeof expected === 'string' && expected !== 'none') {
    if (expected === 'exists' && stream.length === 0) return 'conflict';
    if (ids.length > 0 && known[0] !== -1) return known.includes(-1) ? 'conflict' : BigInt(known.at(-1)!);
  } else {
    const next = expected === 'none' ? 0 : Number(expected) + 1;
    if (next > stream.length) return 'conflict';
    if (next < stream.length) {
      const there = stream.slice(next, next + ids.length);
      const same = ids.length > 0 && there.length === ids.length && ids.every((id, index) => idOf(id) === there[index]);
      return same ? BigInt(next + ids.length - 1) : 'conflict';
    }
  }
  stream.push(...ids.map(idOf));
  return BigInt(stream.length - 1);
};

const outcomeOf = (append: Promise<{ revision: bigint }>): Promise<bigint | 'conflict'> =>
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
            const names = [newStream(), newStream()];
            const model: string[][] = [[], []];
            const run = (each: Step): Promise<bigint | 'conflict'> =>
              outcomeOf(
                store().append(
                  names[each.stream]!,
                  each.ids.map((id) => note(`${id}`, idOf(id))),
                  each.expected,
                ),
              );
            const outcomes: (bigint | 'conflict')[] = [];
            if (together) outcomes.push(...(await Promise.all(steps.map(run))));
            else for (const each of steps) outcomes.push(await run(each));
            expect(outcomes).to.deep.equal(steps.map((each) => decide(model[each.stream]!, each)));
            for (const [index, name] of names.entries()) {
              const facts = await all(store().read(name));
              expect(facts.map((fact) => fact.id)).to.deep.equal(model[index]);
              expect(facts.map((fact) => fact.revision)).to.deep.equal(facts.map((_, revision) => BigInt(revision)));
            }
          }),
          { numRuns: 60 },
        ));
    }
  });
};
