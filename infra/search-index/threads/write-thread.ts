import { parentPort, workerData } from 'node:worker_threads';
import type { Position } from '../../../events/envelope.js';
import { openPartitionReader } from '../reading/partition-reader.js';
import { openIndexWriter, type IndexWriter, type OpenChange } from '../writing/index-writer.js';
import { openIndexFile, type Opening } from '../tables/open-index-file.js';
import { answerWith } from './thread-protocol.js';

export interface WriteThreadData {
  readonly folder: string;
  readonly opening: Opening;
}

/** The change that is being written, if there is one. */
const writtenChange = (writer: IndexWriter) => {
  /** `ignored` where the index includes it already. */
  let change: OpenChange | 'ignored' | null = null;
  const giveUp = (): void => {
    if (change !== null && change !== 'ignored') change.giveUp();
    change = null;
  };
  const write = (work: (open: OpenChange) => void): void => {
    if (change === null) throw new RangeError('this change was given up');
    try {
      if (change !== 'ignored') work(change);
    } catch (error) {
      giveUp();
      throw error;
    }
  };
  return {
    begin(position: Position): void {
      giveUp();
      change = writer.begin(position) ?? 'ignored';
    },
    write,
    commit(): void {
      write((open) => open.commit());
      change = null;
    },
    giveUp,
  };
};

/**
 * A change comes in parts between `begin` and `commit`, so that none of its messages holds the event loop. A change that is
 * begun ends one that was not committed. Only who writes reads partitions, so that this needs no second thread.
 */
const open = ({ folder, opening }: WriteThreadData) => {
  const { database, slot, path, begunAnew } = openIndexFile(folder, opening);
  const writer = openIndexWriter(database);
  const change = writtenChange(writer);
  return {
    file: () => ({ path, begunAnew }),
    position: () => writer.position(),
    partition: openPartitionReader(database),
    begin: (position: Position) => change.begin(position),
    part: (part: Parameters<OpenChange['write']>[0]) => change.write((open) => open.write(part)),
    commit: () => change.commit(),
    close: (): void => {
      change.giveUp();
      database.close();
      slot.release();
    },
  };
};

/** What the thread does. */
export type WriteFunctions = ReturnType<typeof open>;

const answer = answerWith(
  () => open(workerData as WriteThreadData),
  (reply) => parentPort?.postMessage(reply),
);
parentPort?.on('message', answer);
