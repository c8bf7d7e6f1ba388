import type { Worker } from 'node:worker_threads';
import { messageUnreadable } from '../../../flow/thread-messages.js';
import type { BodyMessage, Page, PageRequest } from './body-thread.js';

/** Requests items of a list that stayed in the thread. */
export type Ask = (request: Omit<PageRequest, 'id'>) => Promise<readonly unknown[]>;

/** The messages of a thread that checks a body. */
export interface ThreadPages {
  readonly first: Promise<BodyMessage>;
  readonly ask: Ask;
  /** Ends the thread; may be called again. */
  readonly close: () => void;
}

interface Waiting<Value> {
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/**
 * The first message of a thread, then the pages that are requested. All promises reject, and the thread is terminated,
 * when it fails, ends early or sends an unreadable message, or when the signal aborts; they do not wait for its end.
 */
export const pagesOf = (thread: Worker, signal: AbortSignal): ThreadPages => {
  const waiting = new Map<number, Waiting<readonly unknown[]>>();
  let over: { readonly why: unknown } | null = null;
  let asked = 0;
  let waitingForFirst: Waiting<BodyMessage> | null = null;
  const first = new Promise<BodyMessage>((resolve, reject) => {
    waitingForFirst = { resolve, reject };
  });
  const end = (why: unknown): void => {
    over ??= { why };
    signal.removeEventListener('abort', giveUp);
    waitingForFirst?.reject(over.why);
    for (const each of waiting.values()) each.reject(over.why);
    waiting.clear();
    void thread.terminate();
  };
  const giveUp = (): void => end(signal.reason);
  signal.addEventListener('abort', giveUp);
  thread.on('error', end);
  thread.on('messageerror', (cause: unknown) => end(messageUnreadable(cause)));
  thread.on('exit', () => end(new Error('the thread that read a body has ended')));
  thread.on('message', (message: BodyMessage | Page) => {
    if (!('items' in message)) {
      waitingForFirst?.resolve(message);
      return;
    }
    waiting.get(message.id)?.resolve(message.items);
    waiting.delete(message.id);
  });
  return {
    first,
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (over !== null) {
          reject(over.why instanceof Error ? over.why : new Error('the thread is ended', { cause: over.why }));
          return;
        }
        const id = asked++;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ ...request, id } satisfies PageRequest);
      }),
    close: () => end(new Error('the body is not read any more')),
  };
};
