import { Worker } from 'node:worker_threads';
import type { CopyOrder, CopyResult } from './copy-order.js';
import { LARGE_BYTES } from './copy-sizes.js';
import type { CopyMessage, CopyProgress, CopyReplied, CopyReply } from './copy-thread.js';
import type { StampsOrder } from './file-stamps.js';
import type { PlacedFile, PlaceOrder } from './place-files.js';
import type { WholeCopied, WholeCopy } from './whole-copy.js';

/** Enough for a disk that makes a file durable in a fraction of a millisecond. */
const FEW_THREADS = 4;
/** Enough that a slow disk can make many files durable together; each waits for it most of the time. */
const MOST_THREADS = 8;
/** More than a few threads begin where an order has waited for so long. */
const LONG_WAIT_MS = 20;
/** The most files that a thread is given at once: fewer messages, but what is done waits for the rest of its batch. */
const BATCH = 16;
/** A thread has little to remember: without limits each would let some ten megabytes of garbage pile up. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 };
/** So many small files at a time are worth a thread, too. */
const MANY = 8;
/** A thread that had nothing to do for so long is ended, and gives its memory back. */
const IDLE_MS = 30_000;

type Order =
  | { readonly kind: 'copy'; readonly order: CopyOrder; readonly bytes: number }
  | { readonly kind: 'whole'; readonly order: WholeCopy; readonly bytes: number }
  | { readonly kind: 'place'; readonly order: PlaceOrder; readonly bytes: number }
  | { readonly kind: 'stamps'; readonly order: StampsOrder; readonly bytes: number };

type Waiting = Order & {
  /** When it was asked for, by the clock of this process. */
  readonly since: number;
  readonly onMoved: ((bytes: number) => void) | undefined;
  readonly resolve: (result: CopyReplied) => void;
  readonly reject: (error: unknown) => void;
};

/** The orders of a batch are of one kind. */
const messageOf = (batch: readonly Waiting[]): CopyMessage => {
  const ordersOf = <Kind extends Order['kind']>(kind: Kind) =>
    batch.flatMap((each) => (each.kind === kind ? [each.order as Extract<Order, { kind: Kind }>['order']] : []));
  switch (batch[0]?.kind) {
    case 'whole':
      return { kind: 'whole', orders: ordersOf('whole') };
    case 'place':
      return { kind: 'place', orders: ordersOf('place') };
    case 'stamps':
      return { kind: 'stamps', orders: ordersOf('stamps') };
    default:
      return { kind: 'copy', orders: ordersOf('copy') };
  }
};

const errorOf = ({ message, code, syscall }: Extract<CopyReply, { ok: false }>): Error =>
  Object.assign(new Error(message), code === null ? {} : { code }, syscall === null ? {} : { syscall });

/**
 * Threads that copy files, with their digests, synced. All of a small file there costs less than one hand-over of each
 * operation to the system's own threads would. They begin when there is much to do.
 */
export class CopyThreads {
  readonly #all = new Map<Worker, readonly Waiting[]>();
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #queue: Waiting[] = [];
  #underWay = 0;
  #isClosed = false;

  /** Does the work, and knows meanwhile that it is under way: `isWorthIt` counts it. */
  async counted<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Whether so many bytes are better copied here than by whoever asks; asked within `counted`. */
  isWorthIt(bytes: number): boolean {
    return !this.#isClosed && (bytes >= LARGE_BYTES || this.#underWay >= MANY);
  }

  /**
   * Copies; rejects with the system's errors, and then nothing stays. `onMoved` is told of the bytes of a large file meanwhile.
   * A file named by its number has to stay open until the end.
   */
  copy(order: CopyOrder, onMoved?: (bytes: number) => void): Promise<CopyResult> {
    const bytes = order.end - order.start + 1;
    return this.#ask({ kind: 'copy', order, bytes }, onMoved) as Promise<CopyResult>;
  }

  /** Copies a file of less than `LARGE_BYTES` to its path; rejects only where the thread has ended. */
  copyWhole(order: WholeCopy): Promise<WholeCopied> {
    return this.#ask({ kind: 'whole', order, bytes: order.size }) as Promise<WholeCopied>;
  }

  /** Copies a file of less than `LARGE_BYTES` to where it is to stay; null where nothing stays of it. As `copyWhole`. */
  place(order: PlaceOrder): Promise<PlacedFile | null> {
    return this.#ask({ kind: 'place', order, bytes: order.size }) as Promise<PlacedFile | null>;
  }

  /** Ends all threads; what they were asked rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(threadEnded());
    await Promise.all([...this.#all.keys()].map((thread) => thread.terminate()));
  }

  /** The stamps of very many files; rejects only where the thread has ended. */
  stamps(order: StampsOrder): Promise<readonly (string | null)[]> {
    return this.#ask({ kind: 'stamps', order, bytes: 0 }) as Promise<readonly (string | null)[]>;
  }

  #ask(order: Order, onMoved?: (bytes: number) => void): Promise<CopyReplied> {
    if (this.#isClosed) return Promise.reject(threadEnded());
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...order, since: performance.now(), onMoved, resolve, reject });
      if (this.#queue.length === 1) setImmediate(() => this.#handOut());
    });
  }

  #handOut(): void {
    while (this.#queue.length > 0) {
      const thread = this.#take();
      if (thread === null) return;
      const batch = this.#nextBatch();
      this.#all.set(thread, batch);
      thread.postMessage(messageOf(batch));
    }
  }

  /** Nothing waits behind a large file. */
  #nextBatch(): readonly Waiting[] {
    const share = Math.min(BATCH, Math.ceil(this.#queue.length / Math.max(FEW_THREADS, this.#all.size)));
    let [files, bytes] = [0, 0];
    const first = this.#queue[0]?.kind;
    for (const waiting of this.#queue.slice(0, share)) {
      if (waiting.kind !== first) break;
      bytes += waiting.bytes;
      files += 1;
      if (bytes >= LARGE_BYTES) break;
    }
    return this.#queue.splice(0, files);
  }

  #take(): Worker | null {
    const [idle] = this.#idle;
    if (idle === undefined) return this.#mayBegin() ? this.#begin() : null;
    const [thread, end] = idle;
    clearTimeout(end);
    this.#idle.delete(thread);
    thread.ref();
    return thread;
  }

  #mayBegin(): boolean {
    if (this.#all.size < FEW_THREADS) return true;
    const [oldest] = this.#queue;
    if (oldest === undefined || this.#all.size >= MOST_THREADS) return false;
    return oldest.bytes >= LARGE_BYTES || performance.now() - oldest.since > LONG_WAIT_MS;
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./copy-thread.js', import.meta.url), { resourceLimits: LIMITS });
    this.#all.set(thread, []);
    thread.on('message', (message: CopyProgress | readonly CopyReply[]) => {
      if ('moved' in message) for (const { onMoved } of this.#all.get(thread) ?? []) onMoved?.(message.moved);
      else this.#settle(thread, message);
    });
    thread.on('error', () => undefined); // its exit follows
    thread.once('exit', () => {
      const lost = this.#all.get(thread) ?? [];
      this.#all.delete(thread);
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
      for (const { reject } of lost) reject(threadEnded());
      if (!this.#isClosed) this.#handOut();
    });
    return thread;
  }

  /** An idle thread that is ending gets no more work. */
  #end(thread: Worker): void {
    this.#idle.delete(thread);
    void thread.terminate();
  }

  #settle(thread: Worker, replies: readonly CopyReply[]): void {
    const batch = this.#all.get(thread) ?? [];
    this.#all.set(thread, []);
    thread.unref(); // an idle thread keeps no process alive
    this.#idle.set(thread, setTimeout(() => this.#end(thread), IDLE_MS).unref());
    for (const [index, { resolve, reject }] of batch.entries()) {
      const reply = replies[index];
      if (reply?.ok === true) resolve(reply.result);
      else reject(reply === undefined ? threadEnded() : errorOf(reply));
    }
    this.#handOut();
  }
}

const threadEnded = (): Error =>
  Object.assign(new Error('a thread that copies files has ended'), { syscall: 'copy', code: 'EIO' });
