import { cause } from '../../events/cause.js';
import type { Fact, Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { condition } from '../../flow/condition.js';
import { restartUntilAborted } from '../../flow/restart-until-aborted.js';
import { settledWithin } from '../../flow/settled-within.js';
import { throttle } from '../../flow/throttle.js';
import { batches, type FactBatch } from '../../projections/projector/batches.js';
import type { IndexChange, SubstringIndex } from '../../projections/search/substring-index.js';
import type { BuildProgress, FetchedCopy } from '../../projections/view-incomplete.js';
import type { Log } from '../log.js';
import type { IndexFeed } from './index-feed.js';
import { logEntry } from './log-entry.js';

export interface IndexFollowerOptions<F extends Fact> {
  readonly name: string;
  readonly events: EventStore;
  readonly index: SubstringIndex;
  readonly feed: IndexFeed<F>;
  readonly log: Log;
  /** Called before each time that the index is asked for its position. */
  readonly prepare?: PrepareIndex | undefined;
}

/** May fill an empty index with what another was filled with, and tells how far that is. */
export type PrepareIndex = (signal: AbortSignal, onFetched: (fetched: FetchedCopy) => void) => Promise<void>;

/**
 * Keeps a search index up to date with the log. The position in the log is the index's own, so a crash repeats what was
 * not applied and nothing else. It runs in every process that answers searches, each with its own index.
 */
export interface IndexFollower {
  readonly name: string;
  /** The position up to which the index includes the log. */
  handled(): Position | null;
  /** Whether the index is filled, and the follower was not prevented from following by its last attempt. */
  isCurrent(): boolean;
  /** Resolves to true once the index includes everything up to the position, false at the time-out and after `stop`. */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
  /** Resolves to true once the index includes the whole log as it was at one moment since its opening, false at the time-out and after `stop`. */
  filled(timeoutMs: number): Promise<boolean>;
  /** How far an index has come that is not filled; null for one that is. Rejects with the faults of the log. */
  building(): Promise<BuildProgress | null>;
  /** Asks the index for its position and follows from there: an index that failed may have lost what it had. */
  restart(): void;
  /** Ends at a safe point. The index is closed by whoever opened it. */
  stop(): Promise<void>;
}

const RESTARTS = { firstMs: 100, capMs: 15_000 };
/** Facts that are taken together. */
const MOST_FACTS = 500;
/** A position is recorded by itself at most so often; after a crash the facts since then are only read again. */
const RECORD_EVERY_MS = 10_000;
const STOP_MS = 5_000;

const laterOf = (one: Position | null, other: Position | null): Position | null =>
  (one ?? '') >= (other ?? '') ? one : other;

/** Never fails: it tries again while the log, the index or what the feed reads is unavailable. */
export const followIntoIndex = <F extends Fact>(options: IndexFollowerOptions<F>): IndexFollower =>
  new RunningFollower(options);

class RunningFollower<F extends Fact> implements IndexFollower {
  readonly name: string;
  readonly #options: IndexFollowerOptions<F>;
  readonly #stopped = new AbortController();
  readonly #moved = condition();
  readonly #mayRecord = throttle(RECORD_EVERY_MS);
  readonly #ended: Promise<void>;
  #handled: Position | null = null;
  #recorded: Position | null = null;
  #isFilled = false;
  #fetched: FetchedCopy | null = null;
  #isFailing = false;
  #subscribed = new AbortController();

  constructor(options: IndexFollowerOptions<F>) {
    this.#options = options;
    this.name = options.name;
    const { signal } = this.#stopped;
    this.#ended = restartUntilAborted(() => this.#attempt(), { backOff: RESTARTS, signal });
  }

  handled(): Position | null {
    return this.#handled;
  }

  isCurrent(): boolean {
    return this.#isFilled && !this.#isFailing;
  }

  reached(position: Position, timeoutMs: number): Promise<boolean> {
    return this.#until(() => this.#handled !== null && this.#handled >= position, timeoutMs);
  }

  filled(timeoutMs: number): Promise<boolean> {
    return this.#until(() => this.#isFilled, timeoutMs);
  }

  async building(): Promise<BuildProgress | null> {
    if (this.#isFilled) return null;
    const end = await this.#options.events.head();
    return { view: this.name, position: this.#handled, end, fetched: this.#fetched };
  }

  restart(): void {
    this.#subscribed.abort();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    if (!(await settledWithin(this.#ended, STOP_MS))) return;
    await this.#record().catch((error: unknown) =>
      this.#options.log.warn('The position of a search index was not recorded', { name: this.name, ...cause(error) }),
    );
  }

  async #until(holds: () => boolean, timeoutMs: number): Promise<boolean> {
    const { signal } = this.#stopped;
    const deadline = performance.now() + timeoutMs;
    while (!holds()) {
      const ms = deadline - performance.now();
      if (ms <= 0 || signal.aborted) return false;
      await this.#moved.wait({ ms, signal });
    }
    return true;
  }

  /** Follows until something fails; whether it came further. */
  async #attempt(): Promise<boolean> {
    const before = this.#handled;
    try {
      await this.#follow();
    } catch (error) {
      this.#isFailing = true;
      if (!this.#stopped.signal.aborted)
        this.#options.log.warn('A search index could not be updated and is tried again', {
          name: this.name,
          ...cause(error),
        });
    }
    return this.#handled !== before;
  }

  async #follow(): Promise<void> {
    const { events, feed } = this.#options;
    await this.#prepare();
    await this.#takePosition();
    const over = (this.#subscribed = new AbortController());
    const signal = AbortSignal.any([this.#stopped.signal, over.signal]);
    const after = this.#handled ?? undefined;
    const deliveries = events.subscribe<F>({ after, categories: feed.categories }, signal);
    try {
      for await (const batch of batches(deliveries, MOST_FACTS)) {
        if (signal.aborted) return;
        await this.#take(batch);
      }
    } finally {
      over.abort();
    }
  }

  async #prepare(): Promise<void> {
    try {
      await this.#options.prepare?.(this.#stopped.signal, (fetched) => (this.#fetched = fetched));
    } finally {
      this.#fetched = null;
    }
  }

  /** An index whose position went back was begun anew. */
  async #takePosition(): Promise<void> {
    const position = await this.#options.index.position();
    if ((position ?? '') < (this.#recorded ?? '')) {
      this.#handled = position;
      this.#isFilled = false;
    }
    this.#recorded = position;
    this.#handled = laterOf(this.#handled, position);
  }

  async #take({ facts, position, caughtUp }: FactBatch<F>): Promise<void> {
    const { index, feed } = this.#options;
    for await (const change of feed.changes(facts, index, this.#stopped.signal)) {
      const last = facts.find((fact) => fact.position === change.position);
      await this.#apply(last === undefined ? change : { ...change, put: [...change.put, logEntry(last)] });
    }
    this.#handled = laterOf(this.#handled, position);
    this.#isFilled ||= caughtUp;
    this.#isFailing = false;
    this.#moved.notifyAll();
    if (this.#mayRecord()) await this.#record();
  }

  async #apply(change: IndexChange): Promise<void> {
    await this.#options.index.apply(change);
    this.#recorded = change.position;
  }

  async #record(): Promise<void> {
    if (this.#handled !== null && this.#handled !== this.#recorded)
      await this.#apply({ put: [], remove: [], position: this.#handled });
  }
}
