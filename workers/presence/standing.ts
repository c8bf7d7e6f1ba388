import { LeaseLost } from '../../flow/lease/lease-lost.js';

/** Whether this process has written a heartbeat lately enough to keep its leases. */
export class Standing {
  readonly #giveUpAfterMs: number;
  #current = new AbortController();
  #deadline: NodeJS.Timeout | undefined;

  constructor(giveUpAfterMs: number) {
    this.#giveUpAfterMs = giveUpAfterMs;
    this.end(); // until the first heartbeat
  }

  get signal(): AbortSignal {
    return this.#current.signal;
  }

  /** A heartbeat was written that was begun at this time of the monotonic clock. */
  wrote(begunAt: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.end(), this.#giveUpAfterMs - (performance.now() - begunAt));
    if (this.signal.aborted) this.#current = new AbortController();
  }

  end(): void {
    clearTimeout(this.#deadline);
    this.#current.abort(new LeaseLost('no heartbeat of this process could be written in time'));
  }
}
