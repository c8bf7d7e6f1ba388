import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from '../../embedded/sqlite.js';
import { openSearchReader, type SearchOrder } from '../reading/search-reader.js';
import { openForReading } from '../tables/schema.js';
import { answerWith } from './thread-protocol.js';

export type ReadOrder = ({ readonly kind: 'search' } & SearchOrder) | { readonly kind: 'close' };

export interface ReadThreadData {
  /** Of a file that exists. */
  readonly path: string;
}

const { path } = workerData as ReadThreadData;

const serve = (database: Database): ((order: ReadOrder) => unknown) => {
  const search = openSearchReader(database);
  return (order) => {
    switch (order.kind) {
      case 'search':
        return search(order);
      case 'close':
        database.close();
        return null;
    }
  };
};

let server: ((order: ReadOrder) => unknown) | null = null;

/** The file is opened with the first order, whose answer then tells why it cannot be. */
const answer = answerWith<ReadOrder>(
  (order) => (server ??= serve(openForReading(path)))(order),
  (reply) => parentPort?.postMessage(reply),
);
parentPort?.on('message', answer);
