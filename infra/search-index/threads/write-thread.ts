import { parentPort, workerData } from 'node:worker_threads';
import type { Position } from '../../../events/envelope.js';
import type { IndexedText } from '../../../projections/search/substring-index.js';
import { transact } from '../../embedded/sqlite.js';
import { openPartitionReader } from '../reading/partition-reader.js';
import { openIndexWriter } from '../writing/index-writer.js';
import { openCountStore, type KeptCounts } from '../tables/kept-counts.js';
import { openIndexFile, type OpenedIndex } from '../tables/open-index-file.js';
import { answerWith } from './thread-protocol.js';

/** A change comes in parts, so that none of its messages holds the event loop; `apply` ends it. */
export type WriteOrder =
  | { readonly kind: 'open' }
  | { readonly kind: 'position' }
  /** Only who writes reads partitions, so that this needs no second thread. */
  | { readonly kind: 'partition'; readonly name: string; readonly after: number | null; readonly limit: number }
  | { readonly kind: 'part'; readonly isFirst: boolean; readonly put: IndexedText[]; readonly remove: string[] }
  | { readonly kind: 'apply'; readonly position: Position }
  /** Counts the frequent parts of one block; the answer is whether there was one. */
  | { readonly kind: 'count-parts' }
  | { readonly kind: 'keep'; readonly kept: KeptCounts }
  | { readonly kind: 'close' };

export interface WriteThreadData {
  readonly folder: string;
  readonly discard: boolean;
  readonly blockEntries: number;
}

/** The answer to `open`. */
export type OpenedFile = Pick<OpenedIndex, 'path' | 'begunAnew'>;

const data = workerData as WriteThreadData;

const serve = ({ database, slot, path, begunAnew }: OpenedIndex): ((order: WriteOrder) => unknown) => {
  const writer = openIndexWriter(database, data.blockEntries);
  const store = openCountStore(database);
  const readPartition = openPartitionReader(database);
  let put: IndexedText[] = [];
  let remove: string[] = [];
  return (order) => {
    switch (order.kind) {
      case 'open':
        return { path, begunAnew } satisfies OpenedFile;
      case 'position':
        return writer.position();
      case 'partition':
        return readPartition(order.name, order.after, order.limit);
      case 'part':
        if (order.isFirst) [put, remove] = [[], []];
        for (const entry of order.put) put.push(entry);
        for (const key of order.remove) remove.push(key);
        return null;
      case 'apply': {
        const change = { put, remove, position: order.position };
        [put, remove] = [[], []];
        writer.apply(change);
        return null;
      }
      case 'count-parts':
        return writer.countParts();
      case 'keep':
        transact(database, () => store(order.kept));
        return null;
      case 'close':
        database.close();
        slot.release();
        return null;
    }
  };
};

let server: ((order: WriteOrder) => unknown) | null = null;

const answer = answerWith<WriteOrder>(
  (order) => (server ??= serve(openIndexFile(data.folder, data.discard)))(order),
  (reply) => parentPort?.postMessage(reply),
);
parentPort?.on('message', answer);
