import { setImmediate } from 'node:timers/promises';
import type { Position } from '../../events/envelope.js';
import { keyedQueue } from '../../flow/keyed-queue.js';
import type { Found, IndexChange, IndexedText, SubstringIndex } from '../../projections/search/substring-index.js';
import { backgroundCounts } from './background-counts.js';
import { boundedSearches } from './bounded-searches.js';
import { IndexSession, type SubstringIndexOptions } from './index-session.js';
import type { IndexThreads } from './threads/index-threads.js';
import type { PartitionBatch } from './reading/partition-reader.js';
import type { SearchReply } from './reading/search-reader.js';
import { USUAL_LIMITS, type SubstringIndexLimits } from './substring-index-limits.js';

/** Entries of a change that go to the thread in one message, and of a partition that come in one. */
const PART = 500;

/** An index whose file can be given up. */
export interface SubstringIndexFile extends SubstringIndex {
  /** Deletes everything that is in the index, which has no position then. */
  beginAnew(): Promise<void>;
}

/**
 * The search index in a file of its own, written and read in a thread each. A file that is damaged, or of another version
 * of the software, is deleted, and the index is empty then. When that happens to an open index, all calls reject with
 * `index-lost` until the position is asked for. Rejects with SearchIndexFault where the folder cannot be used.
 */
export const openSubstringIndex = async ({
  limits: changed = {},
  ...place
}: Omit<SubstringIndexOptions, 'limits'> & {
  readonly limits?: Partial<SubstringIndexLimits>;
}): Promise<SubstringIndexFile> => {
  const limits = { ...USUAL_LIMITS, ...changed };
  const session = new IndexSession({ ...place, limits });
  await session.threads();
  const search = boundedSearches<Found>(limits);
  const background = backgroundCounts(session, limits.restMs);
  const changes = keyedQueue();
  let applied = 0;
  background.count();

  const find = async (needle: string, page: number, pageSize: number, withinMs: number): Promise<Found> => {
    const { reader } = await session.threads();
    const { found, keep } = await reader().ask<SearchReply>({ kind: 'search', needle, page, pageSize, withinMs });
    if (keep !== null) background.keep(keep);
    return found;
  };

  return {
    position: async () => (await session.recovered()).writer.ask<Position | null>({ kind: 'position' }),
    apply: (change) =>
      changes.run('', async () => {
        await send((await session.threads()).writer, change);
        applied++;
        background.count();
      }),
    beginAnew: () => changes.run('', () => session.beginAnew()),
    partition: (name) => batches(session, name),
    search(needle, { page, pageSize }) {
      // A search that began before a change must not answer a caller who knows of the change.
      const key = JSON.stringify([needle, page, pageSize, applied]);
      return search(key, (withinMs) => find(needle, page, pageSize, withinMs));
    },
    close() {
      background.stop();
      return changes.run('', () => session.close());
    },
  };
};

/** In parts, so that the event loop goes round between them. Applied only where the thread has all of them. */
const send = async (writer: IndexThreads['writer'], { put, remove, position }: IndexChange): Promise<void> => {
  const parts = Math.max(1, Math.ceil(Math.max(put.length, remove.length) / PART));
  const sent: Promise<unknown>[] = [];
  for (let part = 0; part < parts; part++) {
    if (part > 0) await setImmediate();
    const [from, to] = [part * PART, (part + 1) * PART];
    const order = { isFirst: part === 0, put: put.slice(from, to), remove: remove.slice(from, to) };
    const taken = writer.ask({ kind: 'part', ...order });
    taken.catch(() => undefined); // thrown below
    sent.push(taken);
  }
  await Promise.all(sent);
  await writer.ask({ kind: 'apply', position });
};

/** Entries that are changed meanwhile may be among them or not. */
async function* batches(session: IndexSession, name: string): AsyncGenerator<readonly IndexedText[]> {
  let after: number | null = null;
  do {
    const { writer } = await session.threads();
    const batch: PartitionBatch = await writer.ask({ kind: 'partition', name, after, limit: PART });
    if (batch.entries.length > 0) yield batch.entries;
    ({ after } = batch);
  } while (after !== null);
}
