import { setImmediate } from 'node:timers/promises';
import { keyedQueue } from '../../flow/sharing/keyed-queue.js';
import type {
  FindPage,
  FoundTexts,
  SearchMatches,
  IndexChange,
  IndexedText,
  WantedText,
} from '../../projections/search/substring-index.js';
import type { CopyableIndex } from '../../workers/search-index/snapshots/copyable-index.js';
import { boundedSearches, USUAL_LIMITS, type SearchLimits } from './bounded-searches.js';
import { IndexSession, type SubstringIndexOptions } from './index-session.js';
import type { IndexThreads } from './threads/index-threads.js';
import { INCOMING } from './tables/open-index-file.js';
import type { PartitionBatch } from './reading/partition-reader.js';

/** Entries of a change that go to the thread in one message, and of a partition that come in one. */
const PART = 500;

/** Parts of a change that the thread has and has not answered yet. */
const PARTS_WAITING = 4;

/** An index whose file can be given up, copied and replaced. */
export type SubstringIndexFile = CopyableIndex;

/**
 * The search index in a file of its own, written and read in a thread each. A file that is damaged, or of another version
 * of the software, is deleted, and the index is empty then. When that happens to an open index, all calls reject with
 * `index-lost` until the position is asked for. Rejects with SearchIndexFault where the folder cannot be used.
 */
export const openSubstringIndex = async ({
  limits: changed = {},
  ...place
}: SubstringIndexOptions & { readonly limits?: Partial<SearchLimits> }): Promise<SubstringIndexFile> => {
  const session = new IndexSession(place);
  await session.threads();
  const search = boundedSearches({ ...USUAL_LIMITS, ...changed });
  const changes = keyedQueue();
  let applied = 0;

  const find = async (needle: string, page: number, pageSize: number, withinMs: number): Promise<SearchMatches> => {
    const { reader } = await session.threads();
    return reader().ask('search', { needle, page, pageSize, withinMs });
  };

  const findWanted = async (wanted: WantedText, page: FindPage, withinMs: number): Promise<FoundTexts> => {
    const { reader } = await session.threads();
    return reader().ask('find', { wanted, ...page, withinMs: withinMs / 2 });
  };

  return {
    position: async () => (await session.recovered()).writer.ask('position'),
    apply: (change) =>
      changes.run('', async () => {
        await send((await session.threads()).writer, change);
        applied++;
      }),
    beginAnew: () => changes.run('', () => session.beginAnew()),
    copy: async () => (await session.threads()).copy(),
    incoming: async () => `${(await session.recovered()).path}${INCOMING}`,
    take: () => changes.run('', () => session.take()),
    partition: (name) => batches(session, name),
    search(needle, { page, pageSize }, holder) {
      // A search that began before a change must not answer a caller who knows of the change.
      const key = JSON.stringify([needle, page, pageSize, applied]);
      return search(key, (withinMs) => find(needle, page, pageSize, withinMs), holder);
    },
    find(wanted, page, holder) {
      const key = JSON.stringify(['find', wanted, page, applied]);
      return search(key, (withinMs) => findWanted(wanted, page, withinMs), holder);
    },
    close: () => changes.run('', () => session.close()),
  };
};

/**
 * In parts, so that the event loop goes round between them, and what is removed before what is put. The thread has a few of
 * them at a time, since it keeps those that wait.
 */
const send = async (writer: IndexThreads['writer'], { put, remove, position }: IndexChange): Promise<void> => {
  await writer.ask('begin', position);
  const waiting: Promise<unknown>[] = [];
  const give = async (part: Pick<IndexChange, 'put' | 'remove'>): Promise<void> => {
    if (waiting.length === PARTS_WAITING) await waiting.shift();
    const taken = writer.ask('part', { put: [...part.put], remove: [...part.remove] });
    taken.catch(() => undefined); // thrown below
    waiting.push(taken);
    await setImmediate();
  };
  for (let from = 0; from < remove.length; from += PART)
    await give({ put: [], remove: remove.slice(from, from + PART) });
  for (let from = 0; from < put.length; from += PART) await give({ put: put.slice(from, from + PART), remove: [] });
  await Promise.all(waiting);
  await writer.ask('commit');
};

/** Entries that are changed meanwhile may be among them or not. */
async function* batches(session: IndexSession, name: string): AsyncGenerator<readonly IndexedText[]> {
  let after: number | null = null;
  do {
    const { writer } = await session.threads();
    const batch: PartitionBatch = await writer.ask('partition', name, after, PART);
    if (batch.entries.length > 0) yield batch.entries;
    ({ after } = batch);
  } while (after !== null);
}
