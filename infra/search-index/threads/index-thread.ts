import { Worker } from 'node:worker_threads';
import { SearchIndexFault } from '../search-index-fault.js';
import type { ThreadAnswer, ThreadFailure, ThreadFunctions, ThreadOrder } from './thread-protocol.js';

interface WaitingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A thread of the index that answers calls of its functions, in their order. It keeps no process alive while it has none. */
export class IndexThread<Functions extends ThreadFunctions> {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, WaitingCall>();
  readonly #lost: (fault: Error, isCorrupt: boolean) => void;
  #orders = 0;
  #end: Error | null = null;

  /** `lost` is called when the thread ends by itself, or its file cannot be used any more. */
  constructor(program: URL, data: unknown, lost: (fault: Error, isCorrupt: boolean) => void) {
    this.#lost = lost;
    this.#thread = new Worker(program, { workerData: data });
    this.#thread.unref();
    this.#thread.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#thread.on('error', (cause) => this.#fail(cause));
    this.#thread.on('messageerror', (cause) => this.#fail(cause));
    this.#thread.on('exit', () => this.#fail(null));
  }

  /** Calls a function of the thread. Rejects with SearchIndexFault, or RangeError for a call that cannot be carried out. */
  ask<Name extends keyof Functions>(
    name: Name,
    ...values: Parameters<Functions[Name]>
  ): Promise<ReturnType<Functions[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.#end !== null) {
        reject(this.#end);
        return;
      }
      const id = ++this.#orders;
      this.#thread.postMessage({ id, name, values } satisfies ThreadOrder<Functions>); // throws for what is not plain data
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#thread.ref();
    });
  }

  /** What waits is rejected. */
  async end(): Promise<void> {
    this.#end ??= new SearchIndexFault('index-closed', 'the search index is closed');
    await this.#thread.terminate();
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#thread.unref();
    if ('value' in answer) waiting?.resolve(answer.value);
    else {
      const fault = errorOf(answer.failure);
      if (answer.failure.code === 'index-lost') this.#lost(fault, answer.failure.corrupt);
      waiting?.reject(fault);
    }
  }

  #fail(cause: unknown): void {
    const isEnded = this.#end !== null;
    this.#end ??= new SearchIndexFault('index-lost', 'a thread of the search index has ended', { cause });
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
    if (!isEnded) this.#lost(this.#end, false);
  }
}

const errorOf = ({ code, message }: ThreadFailure): Error =>
  code === 'invalid' ? new RangeError(message) : new SearchIndexFault(code, message);
