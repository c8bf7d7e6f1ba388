import { parentPort, workerData } from 'node:worker_threads';
import type { Position } from '../../../events/envelope.js';
import type { IndexedText } from '../../../projections/search/substring-index.js';
import { openPartitionReader } from '../reading/partition-reader.js';
import { openIndexWriter, type IndexWriter, type OpenChange } from '../writing/index-writer.js';
import { openIndexFile, type OpenedIndex } from '../tables/open-index-file.js';
import { answerWith } from './thread-protocol.js';

/**
 * A change comes in parts between `begin` and `commit`, so that none of its messages holds the event loop. A change that is
 * begun ends one that was not committed.
 */
export type WriteOrder =
  | { readonly kind: 'open' }
  | { readonly kind: 'position' }
  /** Only who writes reads partitions, so that this needs no second thread. */
  | { readonly kind: 'partition'; readonly name: string; readonly after: number | null; readonly limit: number }
  | { readonly kind: 'begin'; readonly position: Position }
  | { readonly kind: 'part'; readonly put: IndexedText[]; readonly remove: string[] }
  | { readonly kind: 'commit' }
  | { readonly kind: 'close' };

export interface WriteThreadData {
  readonly folder: string;
  readonly discard: boolean;
}

/** The answer to `open`. */
export type OpenedFile = Pick<OpenedIndex, 'path' | 'begunAnew'>;

const data = workerData as WriteThreadData;

/** The change that is being written, if there is one. */
const writtenChange = (writer: IndexWriter) => {
  /** `ignored` where the index includes it already. */
  let change: OpenChange | 'ignored' | null = null;
  const giveUp = (): void => {
    if (change !== null && change !== 'ignored') change.giveUp();
    change = null;
  };
  const write = (work: (open: OpenChange) => void): null => {
    if (change === null) throw new RangeError('this change was given up');
    try {
      if (change !== 'ignored') work(change);
    } catch (error) {
      giveUp();
      throw error;
    }
    return null;
  };
  return {
    begin(position: Position): null {
      giveUp();
      change = writer.begin(position) ?? 'ignored';
      return null;
    },
    write,
    commit(): null {
      write((open) => open.commit());
      change = null;
      return null;
    },
    giveUp,
  };
};

const serve = ({ database, slot, path, begunAnew }: OpenedIndex): ((order: WriteOrder) => unknown) => {
  const writer = openIndexWriter(database);
  const readPartition = openPartitionReader(database);
  const change = writtenChange(writer);
  return (order) => {
    switch (order.kind) {
      case 'open':
        return { path, begunAnew } satisfies OpenedFile;
      case 'position':
        return writer.position();
      case 'partition':
        return readPartition(order.name, order.after, order.limit);
      case 'begin':
        return change.begin(order.position);
      case 'part':
        return change.write((open) => open.write(order));
      case 'commit':
        return change.commit();
      case 'close':
        change.giveUp();
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
