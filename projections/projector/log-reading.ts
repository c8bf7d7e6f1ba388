import type { Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { condition } from '../../flow/condition.js';
import { batches } from './batches.js';
import { LogPortion } from './log-portion.js';

/** Facts that are handed on together. */
const MOST_FACTS = 4_000;
/** Portions that are kept for readers that are slower or begin a little later. */
const KEPT = 4;
/** How many portions the fastest reader may be ahead of the slowest. */
const AHEAD = 2;
/** A slower reader is waited for so long; then it reads alone. */
const PATIENCE_MS = 10_000;

/** The place of a reader: the number of the portion that it takes next. */
interface Place {
  next: number;
}

const isAfter = (one: Position | null, other: Position | null): boolean => (one ?? '') > (other ?? '');

/** One subscription, whose portions several readers take. It begins with its first reader and ends with its last. */
export class LogReading {
  readonly #places = new Set<Place>();
  readonly #kept: LogPortion[] = [];
  readonly #changed = condition();
  readonly #over = new AbortController();
  /** The number of the first portion that is kept. */
  #first = 0;
  /** Where the portions begin that are kept, and where they end. */
  #start: Position | null;
  #end: Position | null;
  #caughtUp = false;
  #ended: { readonly fault: Error | null } | null = null;

  constructor(events: Pick<EventStore, 'subscribe'>, after: Position | null, categories: readonly string[]) {
    this.#start = this.#end = after;
    const deliveries = events.subscribe({ after: after ?? undefined, categories }, this.#over.signal);
    this.#read(batches(deliveries, MOST_FACTS)).then(
      () => this.#finish(null),
      (fault: unknown) => this.#finish(fault instanceof Error ? fault : new Error('reading failed', { cause: fault })),
    );
  }

  get hasCaughtUp(): boolean {
    return this.#caughtUp;
  }

  /** Whether all readers have left. */
  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Whether the reader has taken everything up to the head of the log. */
  isAtHead({ next }: Place): boolean {
    return this.#caughtUp && next === this.#first + this.#kept.length;
  }

  /** Whether it gives everything after a position, and soon. */
  gives(after: Position | null): boolean {
    if (this.#ended !== null || isAfter(this.#start, after)) return false;
    return this.#caughtUp || !isAfter(after, this.#end);
  }

  /** Joins after a position that it gives; the reader must leave. */
  join(after: Position | null): Place {
    const behind = this.#kept.findIndex(({ position }) => isAfter(position, after));
    const place = { next: this.#first + (behind < 0 ? this.#kept.length : behind) };
    this.#places.add(place);
    return place;
  }

  leave(place: Place): void {
    this.#places.delete(place);
    this.#changed.notifyAll();
    if (this.#places.size === 0) this.#over.abort();
  }

  /** The next portion; null once the signal aborts, and for a reader that was too slow. Throws the fault of the log. */
  async take(place: Place, signal: AbortSignal): Promise<LogPortion | null> {
    for (;;) {
      if (signal.aborted || place.next < this.#first) return null;
      const portion = this.#kept[place.next - this.#first];
      if (portion !== undefined) {
        place.next++;
        this.#changed.notifyAll();
        return portion;
      }
      if (this.#ended !== null) {
        if (this.#ended.fault === null) return null;
        throw this.#ended.fault;
      }
      await this.#changed.wait({ signal });
    }
  }

  async #read(portions: AsyncIterable<ConstructorParameters<typeof LogPortion>[0]>): Promise<void> {
    for await (const portion of portions) {
      this.#kept.push(new LogPortion(portion));
      this.#end = portion.position ?? this.#end;
      this.#caughtUp ||= portion.caughtUp;
      while (this.#kept.length > KEPT) {
        this.#start = this.#kept.shift()?.position ?? this.#start;
        this.#first++;
      }
      this.#changed.notifyAll();
      await this.#waitForSlow();
      if (this.#over.signal.aborted) return;
    }
  }

  async #waitForSlow(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    const untaken = (): number => {
      const newest = this.#first + this.#kept.length;
      return Math.max(0, ...[...this.#places].map(({ next }) => newest - next));
    };
    const { signal } = this.#over;
    while (untaken() >= AHEAD && !signal.aborted) {
      const ms = deadline - performance.now();
      if (ms <= 0) return;
      await this.#changed.wait({ ms, signal });
    }
  }

  #finish(fault: Error | null): void {
    this.#ended = { fault };
    this.#changed.notifyAll();
  }
}
