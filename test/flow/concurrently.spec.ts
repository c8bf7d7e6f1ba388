import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { forEachConcurrently, mapConcurrently } from '../../flow/concurrently.js';
import { pause } from '../../flow/pause.js';
import { settledOn } from '../support/scheduling/settled-on.js';
import { turnsOfOthers } from '../support/scheduling/turns-of-others.js';

const MANY = Array.from({ length: 10_000 }, (_, index) => index);

/** The items, and how many have been asked for. */
const counted = (items: Iterable<number>) => {
  const source = { asked: 0, isClosed: false, items: (async function* () {})() as AsyncIterable<number> };
  source.items = (async function* () {
    try {
      for (const item of items) {
        source.asked++;
        await Promise.resolve();
        yield item;
      }
    } finally {
      source.isClosed = true;
    }
  })();
  return source;
};

const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('work on many items, side by side', () => {
  for (const [kind, items] of [
    ['that are there', () => MANY],
    ['that come', () => counted(MANY).items],
  ] as const) {
    it(`is done for all ${kind}, each once, and no more at once than may be`, async () => {
      const done = new Set<number>();
      let [underWay, most] = [0, 0];
      await forEachConcurrently(items(), { width: 64 }, async (item) => {
        most = Math.max(most, ++underWay);
        await setImmediate();
        underWay -= 1;
        done.add(item);
      });
      expect([done.size, most]).to.deep.equal([MANY.length, 64]);
    });

    it(`lets others have their turn even where each is done at once, for items ${kind}`, async () => {
      const work = forEachConcurrently(items(), { width: 64 }, () => Promise.resolve());
      expect(await turnsOfOthers(work)).to.be.at.least(20);
    });

    it(`is not begun any more when one has failed, of items ${kind}`, async () => {
      let begun = 0;
      const work = forEachConcurrently(items(), { width: 4 }, (item) => {
        begun += 1;
        return item === 500 ? Promise.reject(new Error('500')) : Promise.resolve();
      });
      expect(await caught(work)).to.have.property('message', '500');
      expect(begun).to.be.below(510);
    });
  }

  it('asks for no further item while all are busy', async () => {
    const source = counted(MANY);
    const ending = new AbortController();
    const ends: (() => void)[] = [];
    const work = forEachConcurrently(
      source.items,
      { width: 3, signal: ending.signal },
      () => new Promise<void>((resolve) => ends.push(resolve)),
    );
    await setImmediate();
    expect([source.asked, ends.length]).to.deep.equal([3, 3]);
    ends[1]!();
    await setImmediate();
    expect([source.asked, ends.length]).to.deep.equal([4, 4]);
    ending.abort(new Error('the end'));
    for (const end of ends) end();
    expect(await caught(work)).to.have.property('message', 'the end');
    expect(source.asked).to.equal(4);
  });

  it('fails when what was under way has ended, and leaves its source', async () => {
    const source = counted(MANY);
    let ended = 0;
    const work = forEachConcurrently(source.items, { width: 3 }, async (item) => {
      await setImmediate();
      if (item === 0) throw new Error('first');
      await setImmediate();
      ended += 1;
      throw new Error('later');
    });
    expect(await caught(work)).to.have.property('message', 'first');
    expect([ended, source.isClosed]).to.deep.equal([2, true]);
  });

  it('fails with its source', async () => {
    const failing = (async function* () {
      yield await Promise.resolve(1);
      throw new Error('no more');
    })();
    expect(await caught(forEachConcurrently(failing, { width: 2 }, () => Promise.resolve()))).to.have.property(
      'message',
      'no more',
    );
  });

  it('is not begun when the signal has aborted, and not any more when it aborts', async () => {
    const ending = new AbortController();
    let begun = 0;
    const work = forEachConcurrently(MANY, { width: 4, signal: ending.signal }, () => {
      if (++begun === 10) ending.abort(new Error('the end'));
      return Promise.resolve();
    });
    expect(await caught(work)).to.have.property('message', 'the end');
    const again = forEachConcurrently(MANY, { width: 4, signal: ending.signal }, () => {
      begun += 1;
      return Promise.resolve();
    });
    expect(await caught(again)).to.have.property('message', 'the end');
    expect(begun).to.equal(10);
  });

  it('hands over what it makes in the order of the items', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const some = [5, 1, 4, 2, 3];
      const made = mapConcurrently(some, { width: 2 }, async (item) => {
        await pause(item * 1_000);
        return item * 10;
      });
      expect(await settledOn(clock, made)).to.deep.equal([50, 10, 40, 20, 30]);
    } finally {
      clock.restore();
    }
    expect(await mapConcurrently(counted(MANY).items, { width: 7 }, (item) => Promise.resolve(item))).to.deep.equal(
      MANY,
    );
    expect(await mapConcurrently([], { width: 7 }, () => Promise.resolve())).to.deep.equal([]);
  });
});
