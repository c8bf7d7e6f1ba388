import { expect } from 'chai';
import type { Fact, RecordedFact } from '../../../events/envelope.js';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { IndexChange } from '../../../projections/search/substring-index.js';
import {
  followIntoIndex,
  type IndexFollower,
  type IndexFollowerOptions,
} from '../../../workers/search-index/index-follower.js';
import type { IndexFeed } from '../../../workers/search-index/index-feed.js';
import { faulty } from '../../support/faults/faulty.js';
import { condition } from '../../../flow/condition.js';
import { until } from '../../support/scheduling/until.js';
import { memoryIndex, type MemoryIndex } from '../../support/search/memory-index.js';
import { note, openLog, silent, textOf } from '../support/log-of-facts.js';

/** Each fact is an entry. */
const notes: IndexFeed = {
  categories: ['note'],
  async *changes(facts: readonly RecordedFact[]) {
    await Promise.resolve();
    for (const fact of facts) {
      const text = textOf(fact);
      const change: IndexChange = {
        put: [{ key: text, partition: '', text, created: '', about: {} }],
        remove: [],
        position: fact.position,
      };
      yield change;
    }
  },
};

describe('a follower that keeps a search index', () => {
  let events: EmbeddedEventStore;
  let index: MemoryIndex;
  let follower: IndexFollower;
  beforeEach(() => {
    events = openLog();
    index = memoryIndex();
  });
  afterEach(async () => {
    await follower.stop();
    await events.close();
  });
  const follow = (over: Partial<Pick<IndexFollowerOptions<Fact>, 'index' | 'feed' | 'prepare'>> = {}): void => {
    follower = followIntoIndex({ name: 'notes', events, index, feed: notes, log: silent, ...over });
  };

  it('is filled once it has taken in the whole log, and then keeps up', async () => {
    await note(events, 'note-1', 'a');
    follow();
    expect(await follower.filled(5_000)).to.equal(true);
    expect(index.texts()).to.deep.equal(['a']);
    const position = await note(events, 'note-1', 'b');
    expect(await follower.reached(position, 5_000)).to.equal(true);
    expect(index.texts()).to.deep.equal(['a', 'b']);
  });

  it('tells how far a copy is fetched that it is filled from, and then how far it has read the log', async () => {
    await note(events, 'note-1', 'a');
    const copy = condition();
    const fetched = { bytes: 1, ofBytes: 2 };
    let isFetched = false;
    follow({
      prepare: async (signal, onFetched) => {
        onFetched(fetched);
        while (!isFetched) await copy.wait({ ms: 5_000, signal });
      },
    });
    await until('the fetch is told', async () => (await follower.building())?.fetched === fetched);
    isFetched = true;
    copy.notifyAll();
    expect(await follower.filled(5_000)).to.equal(true);
    expect(await follower.building()).to.equal(null);
  });

  it('is filled with an empty log', async () => {
    follow();
    expect(await follower.filled(0)).to.equal(false);
    expect(await follower.filled(5_000)).to.equal(true);
    expect(follower.handled()).to.equal(null);
  });

  it('comes past facts that do not concern it, and begins behind them the next time', async () => {
    follow();
    expect(await follower.filled(5_000)).to.equal(true);
    const position = await note(events, 'other-1', 'x');
    expect(await follower.reached(position, 5_000)).to.equal(true);
    expect(index.texts()).to.deep.equal([]);
    await follower.stop();
    expect(await index.position()).to.equal(position);
  });

  it('repeats what was not applied when the index fails', async () => {
    let failures = 0;
    const failing = faulty(index, ({ method }, moment) => {
      if (method === 'apply' && moment === (failures % 2 === 0 ? 'before' : 'after') && failures++ < 4)
        throw new Error('no room');
    });
    for (const text of ['a', 'b', 'c']) await note(events, 'note-1', text);
    follow({ index: failing });
    expect(await follower.filled(5_000)).to.equal(true);
    expect(index.texts()).to.deep.equal(['a', 'b', 'c']);
    expect(index.applied).to.have.length(3);
    expect(failures).to.be.greaterThan(3);
  });

  it('is not current while it fails, so that nobody waits for it', async () => {
    let isAway = false;
    const feed: IndexFeed = {
      ...notes,
      changes(...args) {
        if (isAway) throw new Error('away');
        return notes.changes(...args);
      },
    };
    follow({ feed });
    await until('the index is current', () => follower.isCurrent());
    isAway = true;
    const position = await note(events, 'note-1', 'a');
    await until('the index is not current', () => !follower.isCurrent());
    expect(await follower.reached(position, 1)).to.equal(false);
    isAway = false;
    await until('the index is current', () => follower.isCurrent());
    expect(index.texts()).to.deep.equal(['a']);
  });

  it('begins anew where the index has lost what it had, and is not filled until it has it again', async () => {
    let current = index;
    const losable: MemoryIndex = {
      ...index,
      position: () => current.position(),
      apply: (change) => current.apply(change),
    };
    await note(events, 'note-1', 'a');
    follow({ index: losable });
    expect(await follower.filled(5_000)).to.equal(true);
    current = memoryIndex();
    follower.restart();
    await until('the index has it again', () => current.texts().length === 1);
    expect(await follower.filled(5_000)).to.equal(true);
    const position = await note(events, 'note-1', 'b');
    expect(await follower.reached(position, 5_000)).to.equal(true);
    expect(current.texts()).to.deep.equal(['a', 'b']);
  });

  it('answers those who wait when it stops', async () => {
    follow();
    expect(await follower.filled(5_000)).to.equal(true);
    const waiting = follower.reached('9'.repeat(20) as never, 60_000);
    await follower.stop();
    expect(await waiting).to.equal(false);
  });
});
