import { condition } from '../../flow/condition.js';

/** Looks at something again and again, one look at a time: when it is asked to, and else after a rest. */
export class RepeatedLook {
  readonly #look: () => Promise<number>;
  readonly #news = condition();
  readonly #rested = condition();
  readonly #ended: Promise<void>;
  readonly #signal: AbortSignal;
  #isAsked = true;
  #isLooking = false;

  /** `look` never rejects, and answers after how many milliseconds to look again, unless asked before. */
  constructor(look: () => Promise<number>, signal: AbortSignal) {
    this.#look = look;
    this.#signal = signal;
    this.#ended = this.#run();
  }

  /** Looks at once, or again after the look under way. */
  ask(): void {
    if (this.#signal.aborted) return;
    this.#isAsked = true;
    this.#news.notifyAll();
  }

  /** Resolves when no look is under way or asked for. */
  async rested(): Promise<void> {
    while (this.#isAsked || this.#isLooking) await this.#rested.wait();
  }

  /** Resolves after the next look, or the one under way, and when there are to be no more. */
  next(): Promise<void> {
    return this.#rested.wait({ signal: this.#signal });
  }

  /** Resolves after the last look, once the signal has aborted. */
  ended(): Promise<void> {
    return this.#ended;
  }

  #hasNews(): boolean {
    return this.#isAsked;
  }

  async #run(): Promise<void> {
    const signal = this.#signal;
    while (!signal.aborted) {
      this.#isAsked = false;
      this.#isLooking = true;
      const ms = await this.#look();
      this.#isLooking = false;
      this.#rested.notifyAll();
      if (!this.#hasNews()) await this.#news.wait({ ms, signal });
    }
    this.#isAsked = false;
    this.#rested.notifyAll();
  }
}
