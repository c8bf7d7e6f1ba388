import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { codeOf } from './error-code.js';

/** For the transfer list of `postMessage`: the memory of bytes, unless it holds more than these bytes. */
export const wholeBuffer = (bytes: unknown): ArrayBuffer[] =>
  bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength
    ? [bytes.buffer]
    : [];

/** Whether a thread failed because what it was to read is too large for its memory, or for a string. */
export const wasTooMuch = (error: unknown): boolean =>
  codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' || codeOf(error) === 'ERR_STRING_TOO_LONG';

/** What is thrown where a thread said something that cannot be read here, such as a value nested too deep. */
export const messageUnreadable = (cause: unknown): Error =>
  new Error('a message of a thread cannot be read', { cause });

/**
 * The next message of a thread, which is ended where none comes within `patienceMs`, to which the time is added for which
 * it was held up so far. Rejects with what the thread threw, or where its message cannot be read, or with `ended` where it
 * ends without a word.
 */
export const nextMessage = async <Message>(
  thread: Worker,
  patienceMs: number,
  ended: () => Error,
  heldUpMs: () => number = () => 0,
): Promise<Message> => {
  const over = new AbortController();
  const { signal } = over;
  const message = once(thread, 'message', { signal }).then(([sent]) => sent as Message);
  const end = once(thread, 'exit', { signal }).then(() => {
    throw ended();
  });
  const lost = once(thread, 'messageerror', { signal }).then(([cause]: unknown[]) => {
    throw messageUnreadable(cause);
  });
  const begun = performance.now();
  let late: NodeJS.Timeout;
  const endIfLate = (): void => {
    const leftMs = patienceMs + heldUpMs() - (performance.now() - begun);
    if (leftMs > 0) late = setTimeout(endIfLate, leftMs);
    else void thread.terminate();
  };
  late = setTimeout(endIfLate, patienceMs);
  try {
    return await Promise.race([message, end, lost]);
  } finally {
    clearTimeout(late);
    over.abort();
    await Promise.allSettled([message, end, lost]);
  }
};
