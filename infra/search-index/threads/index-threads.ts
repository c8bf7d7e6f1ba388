import { IndexThread } from './index-thread.js';
import { SearchIndexFault } from '../search-index-fault.js';
import type { CopyFunctions, CopyThreadData } from './copy-thread.js';
import type { ReadFunctions, ReadThreadData } from './read-thread.js';
import type { WriteFunctions, WriteThreadData } from './write-thread.js';

/** The threads of an open file. */
export interface IndexThreads {
  readonly writer: IndexThread<WriteFunctions>;
  /** Starts with its first use, since many processes are never searched. Throws SearchIndexFault once closed. */
  readonly reader: () => IndexThread<ReadFunctions>;
  /** Of the open file. */
  readonly path: string;
  /** Makes a whole copy of the file while it is written and read. Rejects with SearchIndexFault. */
  readonly copy: () => Promise<ReturnType<CopyFunctions['copy']>>;
  /** Waits for a copy that is being made, which nothing can break off. */
  readonly close: () => Promise<void>;
}

export interface IndexThreadsInput extends WriteThreadData {
  /** Called when a thread ends by itself, or the file cannot be used any more. */
  readonly lost: (fault: Error, isCorrupt: boolean) => void;
  readonly begunAnew: (file: string, because: string) => void;
}

/** Rejects with SearchIndexFault where the folder cannot be used. */
export const openIndexThreads = async (input: IndexThreadsInput): Promise<IndexThreads> => {
  const { folder, opening, lost } = input;
  const data: WriteThreadData = { folder, opening };
  const writer = new IndexThread<WriteFunctions>(new URL('./write-thread.js', import.meta.url), data, lost);
  try {
    const { path, begunAnew } = await writer.ask('file');
    if (begunAnew !== null) input.begunAnew(path, begunAnew);
    return threadsOf(writer, { path }, lost);
  } catch (error) {
    await writer.end();
    throw error;
  }
};

const threadsOf = (
  writer: IndexThread<WriteFunctions>,
  reading: ReadThreadData,
  lost: IndexThreadsInput['lost'],
): IndexThreads => {
  let reader: IndexThread<ReadFunctions> | null = null;
  let isClosed = false;
  let copying: IndexThread<CopyFunctions> | null = null;
  const copy = async (): Promise<ReturnType<CopyFunctions['copy']>> => {
    if (isClosed) throw new SearchIndexFault('index-closed', 'the search index is closed');
    const data: CopyThreadData = reading;
    // The index goes on where a copy fails.
    const thread = (copying = new IndexThread(new URL('./copy-thread.js', import.meta.url), data, () => undefined));
    try {
      return await thread.ask('copy');
    } finally {
      await thread.end();
    }
  };
  return {
    writer,
    path: reading.path,
    copy,
    reader() {
      if (isClosed) throw new SearchIndexFault('index-closed', 'the search index is closed');
      return (reader ??= new IndexThread(new URL('./read-thread.js', import.meta.url), reading, lost));
    },
    // Closed by its own thread a file releases its lock at once.
    async close() {
      isClosed = true;
      await reader?.ask('close').catch(() => undefined);
      await writer.ask('close').catch(() => undefined);
      await Promise.all([reader?.end(), copying?.end(), writer.end()]);
    },
  };
};
