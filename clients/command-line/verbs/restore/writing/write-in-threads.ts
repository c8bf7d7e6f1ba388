import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { wholeBuffer } from '../../../../../flow/thread-messages.js';
import type { FileToWrite, FileWriter } from './file-writer.js';
import type { SentError, WriteOrder, WriteReply } from './write-thread.js';
import type { FileOrder } from './written-file.js';

/** More do not write faster on one disk. */
const MOST_THREADS = 2;
/** Bytes of a file that are copied between two looks at the signal. */
const AT_ONCE = 8 * 1024 ** 2;

interface WritingThread {
  /** How many orders it has not answered. */
  readonly waiting: () => number;
  readonly ask: (order: WriteOrder, transfer?: ArrayBuffer[]) => Promise<WriteReply>;
  readonly end: () => Promise<unknown>;
}

interface Waiting {
  readonly resolve: (reply: WriteReply) => void;
  readonly reject: (error: unknown) => void;
}

const errorOf = ({ message, members }: SentError): Error => Object.assign(new Error(message), members);

const failureIn = ({ error }: WriteReply): unknown => error && errorOf(error);

const beginThread = (): WritingThread => {
  const thread = new Worker(new URL('./write-thread.js', import.meta.url));
  const waiting: Waiting[] = [];
  let ended: unknown = null;
  const fail = (error: unknown): void => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  thread.on('message', (reply: WriteReply) => waiting.shift()?.resolve(reply));
  thread.on('error', fail);
  thread.on('messageerror', fail);
  thread.on('exit', () => fail(new Error('The thread that writes files has ended.')));
  return {
    waiting: () => waiting.length,
    ask: (order, transfer = []) =>
      new Promise((resolve, reject) => {
        if (ended !== null) throw ended as Error;
        waiting.push({ resolve, reject });
        thread.postMessage(order, transfer);
      }),
    end: () => thread.terminate(),
  };
};

/** So many files are given names by one thread at a time. */
const SHARE = 512;

const inShares = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / SHARE) }, (_, index) =>
    items.slice(index * SHARE, (index + 1) * SHARE),
  );

const orderOf = ({ path, digest, date }: FileToWrite): FileOrder => ({ path, digest, date: date?.getTime() ?? null });

/** Bytes whose memory holds nothing else, so that it can be handed over. */
const ownBytes = (bytes: Uint8Array): Uint8Array => (wholeBuffer(bytes).length > 0 ? bytes : new Uint8Array(bytes));

const smallFrom = (content: FileToWrite['content']): string | Uint8Array => {
  if (Buffer.isBuffer(content)) return ownBytes(content);
  if ('path' in content) return content.path;
  throw new Error('a file whose bytes are still to come is not written together with others');
};

/** Bytes that are sent to a thread at once. */
const SENT = 1024 ** 2;

/** The pieces of a content that is still to come, few and large; `isLast` of the last, which may be empty. */
async function* gathered(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let [pieces, size]: [Uint8Array[], number] = [[], 0];
  for await (const piece of content) {
    if (size >= SENT) {
      yield { bytes: Buffer.concat(pieces), isLast: false };
      [pieces, size] = [[], 0];
    }
    pieces.push(piece);
    size += piece.length;
  }
  yield { bytes: Buffer.concat(pieces), isLast: true };
}

interface Moving {
  readonly thread: WritingThread;
  readonly file: FileToWrite;
  readonly onBytes: (bytes: number) => void;
}

/** Has a file copied that was begun; what was answered in the end, null where all of it was copied. */
const copyBytes = async (
  { thread, file: { path }, onBytes }: Moving,
  signal: AbortSignal,
): Promise<WriteReply | null> => {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    const reply = await thread.ask({ kind: 'copy', path, most: AT_ONCE });
    if (reply.error !== null || reply.found.length > 0) return reply;
    onBytes(reply.bytes);
    ({ isMore } = reply);
  }
  return null;
};

/** Begins a file, does `move`, and ends the file, or discards it where it fails. */
const whole = async (
  { thread, file }: Moving,
  from: string | null,
  move: () => Promise<WriteReply | null>,
): Promise<WriteReply> => {
  const { path } = file;
  const begun = await thread.ask({ kind: 'begin', from, ...orderOf(file) });
  if (begun.error !== null || begun.found.length > 0) return begun;
  let isWhole = false;
  try {
    const reply = (await move()) ?? (await thread.ask({ kind: 'end', path }));
    isWhole = reply.error === null;
    return reply;
  } finally {
    if (!isWhole) await thread.ask({ kind: 'discard', path });
  }
};

/** Writes bytes as they come; those of a small file, which come at once, in one order. */
const streamed = async (moving: Moving, content: AsyncIterable<Uint8Array>): Promise<WriteReply> => {
  const { thread, file, onBytes } = moving;
  const pieces = gathered(content);
  const take = async (bytes: Buffer): Promise<WriteReply> => {
    const { length } = bytes;
    const own = ownBytes(bytes);
    const reply = await thread.ask({ kind: 'take', path: file.path, bytes: own }, wholeBuffer(own));
    onBytes(length);
    return reply;
  };
  const first = await pieces.next();
  if (first.done !== true && first.value.isLast) {
    onBytes(first.value.bytes.length);
    const from = ownBytes(first.value.bytes);
    return thread.ask({ kind: 'small', files: [{ ...orderOf(file), from }] }, wholeBuffer(from));
  }
  return whole(moving, null, async () => {
    for (let next = first; next.done !== true; next = await pieces.next()) {
      const reply = await take(next.value.bytes);
      if (reply.error !== null) return reply;
    }
    return null;
  });
};

/**
 * Writes files in threads, each of which waits for the disk: passing each operation on a small file to another thread
 * takes longer than all of them together. They begin when there is work for them.
 */
export const writeInThreads = (most = Math.min(MOST_THREADS, availableParallelism())): FileWriter => {
  const threads: WritingThread[] = [];
  const freeThread = (): WritingThread => {
    const [least] = threads.toSorted((a, b) => a.waiting() - b.waiting());
    if (least !== undefined && (least.waiting() === 0 || threads.length >= most)) return least;
    const thread = beginThread();
    threads.push(thread);
    return thread;
  };
  return {
    async writeSmall(files) {
      const orders = files.map((file) => ({ ...orderOf(file), from: smallFrom(file.content) }));
      const transfer = orders.flatMap(({ from }) => wholeBuffer(from));
      const reply = await freeThread().ask({ kind: 'small', files: orders }, transfer);
      return { found: reply.found, failure: failureIn(reply) };
    },
    async write(file, onBytes, signal) {
      const moving = { thread: freeThread(), file, onBytes };
      const { content } = file;
      const reply =
        'path' in content
          ? await whole(moving, content.path, () => copyBytes(moving, signal))
          : await streamed(moving, Buffer.isBuffer(content) ? Readable.from([content]) : content);
      return { found: reply.found, failure: failureIn(reply) };
    },
    async rename(names, mayReplace) {
      const shares = inShares(names);
      const replies = await Promise.all(
        shares.map((share) => freeThread().ask({ kind: 'rename', names: share, mayReplace })),
      );
      const stopped = shares.map((share, index) => share[replies[index]?.renamed ?? 0]?.to ?? null);
      return {
        isRenamed: shares.flatMap((share, index) => share.map((_, at) => at < (replies[index]?.renamed ?? 0))),
        taken: stopped.find((name, index) => name !== null && replies[index]?.error === null) ?? null,
        failure: replies.map(failureIn).find((failure) => failure !== null) ?? null,
      };
    },
    async close() {
      await Promise.all(threads.map(({ end }) => end()));
    },
  };
};
