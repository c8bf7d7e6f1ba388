import { expect } from 'chai';
import fc from 'fast-check';
import type { Position } from '../../../events/envelope.js';
import { resumptionOf } from '../../../infra/eventstoredb/resumption.js';
import { isBehind } from '../../../infra/eventstoredb/position.js';
import {
  anyHistory,
  histories,
  logOf,
  startsOf,
  type History,
  type Model,
} from '../../support/eventstoredb/resuming-model.js';
import { atDepth } from '../../support/random/depth.js';

/** A way of going on behind a position: what a reader is given. */
type Way = (model: Model, after: Position) => Promise<readonly Position[]>;

const behind = (positions: readonly Position[], after: Position): Position[] =>
  positions.filter((position) => isBehind(after, position));

const bare: Way = async (model, after) => Promise.resolve(behind(model.subscribe(after).all(), after));

const fromTheEventBefore: Way = async (model, after) => {
  const before = model.before(after);
  return Promise.resolve(behind(model.subscribe(before).all(), after));
};

const withOneEventReadAfterwards: Way = async (model, after) => {
  const given = model.subscribe(after).all();
  const found = model.page(after, 1).wanted;
  return Promise.resolve(behind([...new Set([...found, ...given])].toSorted(), after));
};

const withOneEventReadBefore: Way = async (model, after) => {
  const found = model.page(after, 1).wanted;
  return Promise.resolve(behind([...new Set([...found, ...model.subscribe(after).all()])].toSorted(), after));
};

/** As the adapter does it, by its own code. */
const upToTheFirstWord: Way = async (model, after) => {
  const line = model.subscribe(after);
  const given: Position[] = [];
  let reached = after;
  const give = (position: Position): void => {
    if (!isBehind(reached, position)) return;
    given.push(position);
    reached = position;
  };
  const resumption = resumptionOf<Position>({
    after,
    firstItem: () => line.first(),
    drop: () => void line.take(),
    async *read(from) {
      const { wanted, readTo, isEnd } = await Promise.resolve(model.page(from ?? after, 2));
      yield* wanted;
      return { readTo, isEnd };
    },
  });
  for (;;) {
    for await (const position of resumption.missed()) give(position);
    const word = line.take();
    if (word === null) return given;
    if (word.kind === 'event') give(word.position);
  }
};

/** Whether a way gives all that stays, in order and once, and nothing but what was there. */
const isRight = async (way: Way, history: History): Promise<boolean> => {
  for (const after of startsOf(history)) {
    for (const version of ['23.10', '24.10'] as const) {
      const given = await way(logOf(history, version), after);
      const stays = behind(history.stays, after);
      const isInOrder = given.every((position, index) => index === 0 || isBehind(given[index - 1] ?? null, position));
      if (!isInOrder || stays.some((position) => !given.includes(position))) return false;
      if (given.some((position) => !history.wanted.includes(position))) return false;
    }
  }
  return true;
};

const wrongIn = async (way: Way, all: Iterable<History>): Promise<number> => {
  let wrong = 0;
  for (const history of all) if (!(await isRight(way, history))) wrong++;
  return wrong;
};

describe('a model of going on behind a position, with scavenges before, between and after the calls', () => {
  for (const [title, way] of [
    ['a bare subscription', bare],
    ['a subscription from the event before', fromTheEventBefore],
    ['one event read before a subscription', withOneEventReadBefore],
  ] as const) {
    it(`shows that ${title} loses facts on a single node`, async () => {
      expect(await wrongIn(way, histories({ nodes: 1 }))).to.be.greaterThan(0);
    });
  }

  it('shows that one event read after a subscription is right on a single node, and not where two nodes answer', async () => {
    expect(await wrongIn(withOneEventReadAfterwards, histories({ nodes: 1 }))).to.equal(0);
    expect(await wrongIn(withOneEventReadAfterwards, histories({ nodes: 2 }))).to.be.greaterThan(0);
  });

  for (const nodes of [1, 2] as const) {
    it(`shows that reading up to the first word of the subscription loses nothing, with ${nodes} of a cluster's nodes`, async () => {
      expect(await wrongIn(upToTheFirstWord, histories({ nodes }))).to.equal(0);
      await fc.assert(
        fc.asyncProperty(anyHistory(nodes), async (history) => isRight(upToTheFirstWord, history)),
        { numRuns: atDepth(600) },
      );
    });
  }
});
