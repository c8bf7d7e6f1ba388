import { parentPort, workerData } from 'node:worker_threads';
import { openFindReader } from '../reading/find-reader.js';
import { openSearchReader } from '../reading/search-reader.js';
import { openForReading } from '../tables/schema.js';
import { answerWith } from './thread-protocol.js';

export interface ReadThreadData {
  /** Of a file that exists. */
  readonly path: string;
}

const open = ({ path }: ReadThreadData) => {
  const database = openForReading(path);
  return {
    search: openSearchReader(database),
    find: openFindReader(database),
    close: (): void => database.close(),
  };
};

/** What the thread does. */
export type ReadFunctions = ReturnType<typeof open>;

const answer = answerWith(
  () => open(workerData as ReadThreadData),
  (reply) => parentPort?.postMessage(reply),
);
parentPort?.on('message', answer);
