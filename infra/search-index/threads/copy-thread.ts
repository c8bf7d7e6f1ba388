import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { Position } from '../../../events/envelope.js';
import { COPY } from '../tables/open-index-file.js';
import { openForReading } from '../tables/schema.js';
import { onlyRow } from '../tables/typed-rows.js';
import { answerWith } from './thread-protocol.js';

export interface CopyThreadData {
  /** Of a file that exists. */
  readonly path: string;
}

/** The position of a whole index. */
const positionOf = (path: string): Position | null => {
  const database = openForReading(path);
  try {
    return onlyRow<{ position: Position | null }>(database.prepare('SELECT position FROM state')).position;
  } finally {
    database.close();
  }
};

const open = ({ path }: CopyThreadData) => ({
  /** Writes the index as it is at one moment into a new file, beside which it may be written meanwhile. */
  copy(): { readonly path: string; readonly position: Position | null } {
    const copy = `${path}${COPY}`;
    rmSync(copy, { force: true });
    const database = openForReading(path);
    try {
      database.prepare('VACUUM INTO ?').run(copy);
    } finally {
      database.close();
    }
    return { path: copy, position: positionOf(copy) };
  },
});

/** What the thread does. */
export type CopyFunctions = ReturnType<typeof open>;

const answer = answerWith(
  () => open(workerData as CopyThreadData),
  (reply) => parentPort?.postMessage(reply),
);
parentPort?.on('message', answer);
