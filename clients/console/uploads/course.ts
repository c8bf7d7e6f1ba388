import { ApiFault } from '../../api/api-fault.js';
import { pause } from '../../../flow/pause.js';

/** The store did not answer, or not now. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly code = 'no-answer';
}

/** The origin of the platform itself. */
export const PLATFORM = 'platform';

/** When the connection was lost, in milliseconds since 1970, and which origin did not answer first. */
export interface Loss {
  readonly since: number;
  readonly origin: string;
}

/** A loss that is over; times in milliseconds since 1970. */
export interface PastLoss {
  readonly since: number;
  readonly until: number;
}

/** Pauses between attempts where nothing answers. */
const FIRST_MS = 1_000;
const LAST_MS = 5_000;

/** What of a deposit refuses all of its uploads, until a person has changed it. */
const isAboutDeposit = (error: unknown): error is ApiFault =>
  error instanceof ApiFault &&
  [403, 404, 409, 410, 422].includes(error.status) &&
  problemCode(error) !== 'upload-not-found';

/** The code of a problem document: the last name of its type, else its own member. */
export const problemCode = ({ problem }: ApiFault): string => {
  const { type = '', code = '' } = problem as { readonly type?: string; readonly code?: string };
  return code === '' ? type.slice(type.lastIndexOf('/') + 1) : code;
};

const isNoAnswer = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiFault && (error.transient || error.status >= 500));

/**
 * Whether the requests of an upload go on: it can be paused, stopped by what the platform says of the deposit, wait for a
 * lost connection, or for somebody who signs in. A request that was cut off by one of these is made again.
 */
export class Course {
  isPaused = false;
  /** What went wrong with the upload as a whole, such as a deposit that takes no files now; it is paused. */
  halt: unknown = null;
  loss: Loss | null = null;
  pastLoss: PastLoss | null = null;
  isSignedOut = false;
  readonly #onChange: () => void;
  readonly #now: () => number;
  #run = new AbortController();
  #wake = new AbortController();
  #resumed: (() => void)[] = [];

  constructor(onChange: () => void, now: () => number = Date.now) {
    this.#onChange = onChange;
    this.#now = now;
  }

  pause(halt: unknown = null): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.halt = halt;
    this.#run.abort();
    this.#onChange();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.halt = null;
    this.#run = new AbortController();
    for (const go of this.#resumed.splice(0)) go();
    this.wake();
    this.#onChange();
  }

  /** Tries again now what waits for a connection or for somebody who signs in. */
  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** Resolves when nothing is paused. Throws the reason of the signal once it aborts. */
  async passed(signal: AbortSignal): Promise<void> {
    while (this.isPaused && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#resumed.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    signal.throwIfAborted();
  }

  /** Does the work until it succeeds, is refused for what it is about, or the signal aborts. */
  async persist<Result>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
    origin = PLATFORM,
  ): Promise<Result> {
    for (let failures = 0; ; failures++) {
      await this.passed(signal);
      const run = this.#run.signal;
      try {
        const result = await work(AbortSignal.any([signal, run]));
        this.#answered(origin);
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (run.aborted) continue;
        await this.#afterFailure(error, { failures, origin }, signal);
      }
    }
  }

  async #afterFailure(
    error: unknown,
    { failures, origin }: { readonly failures: number; readonly origin: string },
    signal: AbortSignal,
  ): Promise<void> {
    if (error instanceof ApiFault && error.status === 401) this.#change(() => (this.isSignedOut = true));
    else if (isNoAnswer(error)) {
      if (this.loss === null) this.#change(() => (this.loss = { since: this.#now(), origin }));
    } else if (isAboutDeposit(error)) {
      this.pause(error);
      return;
    } else throw error;
    const asked = error instanceof ApiFault ? error.retryAfterMs : 0;
    const ms = Math.max(asked, Math.min(LAST_MS, FIRST_MS * 2 ** failures));
    await pause(ms, AbortSignal.any([signal, this.#wake.signal]));
  }

  #answered(origin: string): void {
    const { loss } = this;
    if (this.isSignedOut && origin === PLATFORM) this.#change(() => (this.isSignedOut = false));
    if (loss?.origin !== origin) return;
    this.pastLoss = { since: loss.since, until: this.#now() };
    this.#change(() => (this.loss = null));
  }

  #change(change: () => void): void {
    change();
    this.#onChange();
  }
}
