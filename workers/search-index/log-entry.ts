import type { RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { IndexedText, SubstringIndex } from '../../projections/search/substring-index.js';
import type { IndexFeed } from './index-feed.js';
import { soleEntry } from './sole-entry.js';

const NAME = '/log';

/** Names the last fact that an index includes; an entry without a text, which no search finds. */
export const logEntry = ({ stream, revision, id }: Pick<RecordedFact, 'stream' | 'revision' | 'id'>): IndexedText => ({
  key: NAME,
  partition: NAME,
  text: '',
  created: '0000-01-01T00:00:00.0000000Z',
  about: { stream, revision: String(revision), id },
});

type LogReading = Pick<EventStore, 'head' | 'read' | 'readAll'>;

/** Whether the log still has the fact that an entry names. */
const holds = async (events: LogReading, { about }: IndexedText): Promise<boolean> => {
  const { stream, revision, id } = about as { readonly stream: string; readonly revision: string; readonly id: string };
  for await (const fact of events.read(stream, { from: BigInt(revision), limit: 1 })) return fact.id === id;
  return false;
};

/**
 * Whether an index was filled from this log. It was not where the log was replaced, or restored to an earlier moment: then
 * facts that come later would be taken for included ones.
 */
export const isOfLog = async (
  index: Pick<SubstringIndex, 'position' | 'partition'>,
  events: LogReading,
  { categories }: Pick<IndexFeed, 'categories'>,
): Promise<boolean> => {
  const position = await index.position();
  if (position === null) return true;
  if (position > ((await events.head()) ?? '')) return false;
  const last = await soleEntry(index, NAME);
  if (last !== null) return holds(events, last);
  for await (const fact of events.readAll({ categories, limit: 1 })) return fact.position > position;
  return true;
};
