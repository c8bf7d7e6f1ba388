import type { Fact, Position, RecordedFact } from '../../events/envelope.js';
import { categoryOf } from '../../events/store.js';
import { countFacts, countsOf, type FactCounts } from '../../events/tally.js';
import type { FactBatch } from './batches.js';

/** The facts of some categories in a portion of the log, and their counts. */
export interface CountedBatch<F extends Fact> extends FactBatch<F> {
  readonly counts: FactCounts;
}

/** A portion of the log that several readers take, each the facts of its own categories: they are counted once for all. */
export class LogPortion {
  readonly position: Position | null;
  readonly caughtUp: boolean;
  readonly #facts: readonly RecordedFact[];
  readonly #categories: readonly string[];
  #counts: FactCounts | null = null;

  constructor({ facts, position, caughtUp }: FactBatch<Fact>) {
    this.position = position;
    this.caughtUp = caughtUp;
    this.#facts = facts;
    this.#categories = facts.map(({ stream }) => categoryOf(stream));
  }

  /** What a reader of these categories takes who has read the log up to a position. */
  of<F extends Fact>(categories: ReadonlySet<string>, after: Position | null): CountedBatch<F> {
    const { position, caughtUp } = this;
    const wanted = this.#facts.filter((_each, index) => categories.has(this.#categories[index] ?? ''));
    const isWhole = (wanted[0]?.position ?? '') > (after ?? '');
    const facts = isWhole ? wanted : wanted.filter((fact) => fact.position > (after ?? ''));
    const counts = isWhole
      ? countsOf((this.#counts ??= countFacts(this.#facts, null)), categories)
      : countFacts(facts, after);
    return { facts: facts as unknown as readonly RecordedFact<F>[], counts, position, caughtUp };
  }
}
