import { expect } from 'chai';
import { lastFact } from '../../../events/last-fact.js';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { isOfLog, logEntry } from '../../../workers/search-index/log-entry.js';
import { memoryIndex, type MemoryIndex } from '../../support/search/memory-index.js';
import { note, openLog } from '../support/log-of-facts.js';

const FEED = { categories: ['note'] };

describe('an index and its log', () => {
  let events: EmbeddedEventStore;
  let other: EmbeddedEventStore;
  let index: MemoryIndex;
  beforeEach(() => {
    [events, other, index] = [openLog(), openLog(), memoryIndex()];
  });
  afterEach(() => Promise.all([events.close(), other.close()]));

  const include = async (stream: string): Promise<void> => {
    const fact = (await lastFact(events, stream))!;
    await index.apply({ put: [logEntry(fact)], remove: [], position: fact.position });
  };

  it('belong together while the log has the last fact of the index', async () => {
    expect(await isOfLog(index, events, FEED)).to.equal(true);
    await note(events, 'note-1', 'a');
    await include('note-1');
    await note(events, 'note-1', 'b');
    expect(await isOfLog(index, events, FEED)).to.equal(true);
  });

  it('do not where the log was restored to an earlier moment, even if it has more facts by now', async () => {
    await note(events, 'note-1', 'a');
    await note(events, 'note-2', 'b');
    await include('note-2');
    expect(await isOfLog(index, other, FEED)).to.equal(false);
    for (const text of ['a', 'b', 'c']) await note(other, 'note-1', text);
    expect(await isOfLog(index, other, FEED)).to.equal(false);
    await note(other, 'note-2', 'another');
    expect(await isOfLog(index, other, FEED)).to.equal(false);
  });

  it('do not where an index without facts is ahead of a fact', async () => {
    const position = await note(events, 'other-1', 'x');
    await index.apply({ put: [], remove: [], position });
    expect(await isOfLog(index, events, FEED)).to.equal(true);
    await note(events, 'note-1', 'a');
    expect(await isOfLog(index, events, FEED)).to.equal(true);
    await note(other, 'note-1', 'a');
    await note(other, 'note-1', 'b');
    expect(await isOfLog(index, other, FEED)).to.equal(false);
  });
});
