import { Worker, type MessagePort } from 'node:worker_threads';
import { DeadlineExceeded, withinDeadline } from '../../flow/deadline.js';
import { semaphore, type Semaphore } from '../../flow/sharing/semaphore.js';
import { nextMessage } from '../../flow/thread-messages.js';

export interface ThreadPoolLimits {
  readonly threads: number;
  /** A thread that had nothing to do for so long is ended, and gives its memory back. */
  readonly idleMs: number;
}

/** What a thread answers an order with, and what it keeps for orders to come; null for nothing. */
export interface ThreadReply<Result, Kept> {
  readonly result: Result;
  readonly kept: Kept | null;
}

export interface ThreadRequest<Order, Kept> {
  readonly order: Order;
  /** Memory and ports of the order, which are handed over. */
  readonly transfer: (ArrayBuffer | MessagePort)[];
  /** A thread that has not answered in this time is ended. */
  readonly answerMs: number;
  /** For how long it was held up so far, which does not count; 0 unless said. In milliseconds. */
  readonly heldUpMs?: () => number;
  /** Whether the thread is ended after its answer, since the order made it take memory that it never gives back. */
  readonly endsThread: (kept: Kept | null) => boolean;
}

/** What may be asked in a turn, one request at a time. Rejects with ThreadEnded, or with what the thread threw. */
export interface ThreadTurn<Order, Result, Kept> {
  /**
   * Asks an idle thread, best one that keeps nothing, or a new one. One that would be ended with what it keeps is spared
   * while there may be another.
   */
  ask(request: ThreadRequest<Order, Kept>): Promise<Result>;
  /** Asks the idle thread that keeps what is wanted; null where none does. */
  askKeeping(isWanted: (kept: Kept) => boolean, request: ThreadRequest<Order, Kept>): Promise<Result> | null;
}

/** A thread ended without an answer, or was ended because none came in time. The same may be asked again. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
  readonly code = 'thread-ended';
  readonly transient = true;
}

interface IdleThread<Kept> {
  readonly kept: Kept | null;
  readonly end: NodeJS.Timeout;
}

/**
 * Threads that run one program, which answers every message, an Order, with a ThreadReply. They begin when there is work
 * for them. A thread that fails or gives no answer has ended before its caller hears of it: it touches nothing any more.
 */
export class ThreadPool<Order, Result, Kept> {
  readonly #program: URL;
  readonly #threads: number;
  readonly #idleMs: number;
  readonly #turns: Semaphore;
  readonly #all = new Set<Worker>();
  readonly #idle = new Map<Worker, IdleThread<Kept>>();

  constructor(program: URL, { threads, idleMs }: ThreadPoolLimits) {
    this.#program = program;
    this.#threads = threads;
    this.#idleMs = idleMs;
    this.#turns = semaphore({ places: threads, each: Math.ceil(threads / 2), kept: 0 });
  }

  /**
   * Does work that has a thread for itself; one holder has half of the threads. Rejects with DeadlineExceeded where its
   * turn does not come in time.
   */
  async inTurn<T>(
    patienceMs: number,
    work: (turn: ThreadTurn<Order, Result, Kept>) => Promise<T>,
    holder?: string,
  ): Promise<T> {
    const fault = (): Error => new DeadlineExceeded(`no turn came within ${patienceMs} ms`);
    const release = await withinDeadline(this.#turns.acquire(undefined, holder), { ms: patienceMs, fault }, (late) =>
      late(),
    );
    try {
      return await work({
        ask: (request) => this.#ask(this.#take(request), request),
        askKeeping: (isWanted, request) => {
          const thread = this.#takeKeeping(isWanted);
          return thread && this.#ask(thread, request);
        },
      });
    } finally {
      release();
    }
  }

  /** Begins a thread, where there is none, so that the next request need not wait until it has begun. */
  prepare(): void {
    if (this.#all.size === 0) this.#rest(this.#begin(), null);
  }

  /** Ends all threads; what they were asked rejects with ThreadEnded. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  async #ask(thread: Worker, request: ThreadRequest<Order, Kept>): Promise<Result> {
    try {
      thread.postMessage(request.order, request.transfer);
      const { result, kept } = await nextMessage<ThreadReply<Result, Kept>>(
        thread,
        request.answerMs,
        threadEnded,
        request.heldUpMs,
      );
      if (request.endsThread(kept)) await thread.terminate();
      else this.#rest(thread, kept);
      return result;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }

  #takeKeeping(isWanted: (kept: Kept) => boolean): Worker | null {
    const found = [...this.#idle].find(([, { kept }]) => kept !== null && isWanted(kept));
    return found === undefined ? null : this.#wake(found[0]);
  }

  #take({ endsThread }: ThreadRequest<Order, Kept>): Worker {
    const idle = [...this.#idle];
    const best = idle.find(([, { kept }]) => kept === null) ?? idle[0];
    if (best === undefined) return this.#begin();
    const [thread, { kept }] = best;
    const isLost = kept !== null && endsThread(kept);
    return isLost && this.#all.size < this.#threads ? this.#begin() : this.#wake(thread);
  }

  #begin(): Worker {
    const thread = new Worker(this.#program);
    this.#all.add(thread);
    thread.once('exit', () => {
      this.#all.delete(thread);
      this.#forgetIdle(thread);
    });
    thread.on('error', () => undefined); // whoever waits for it hears of it, too
    return thread;
  }

  #wake(thread: Worker): Worker {
    this.#forgetIdle(thread);
    thread.ref();
    return thread;
  }

  #rest(thread: Worker, kept: Kept | null): void {
    thread.unref(); // an idle thread keeps no process alive
    this.#idle.set(thread, { kept, end: setTimeout(() => this.#end(thread), this.#idleMs).unref() });
  }

  /** An idle thread that is ending gets no more work. */
  #end(thread: Worker): void {
    this.#forgetIdle(thread);
    void thread.terminate();
  }

  #forgetIdle(thread: Worker): void {
    clearTimeout(this.#idle.get(thread)?.end);
    this.#idle.delete(thread);
  }
}

const threadEnded = (): Error => new ThreadEnded('the thread has ended');
