import type { Fact, RecordedFact } from '../events/envelope.js';

/**
 * The answer of a listener for a fact; it must not throw. `later`: the fact is delivered again, and later facts of its
 * stream wait for it. `park`: it can never be handled, and is set aside for a person.
 */
export type Verdict = { readonly done: true } | { readonly later: string } | { readonly park: string };

export interface Interest<F extends Fact> {
  /** Listeners of one group share the facts; every group receives all of them. */
  readonly group: string;
  /** The stream categories that hold the facts. */
  readonly topics: readonly string[];
  readonly types: readonly F['type'][];
}

/**
 * Delivers facts to workers, each at least once, and those of one stream in order, except that some are repeated after
 * a crash: 5 6 7, then 5 6 7 8. A listener only wakes the job runner and answers within milliseconds; it does no work.
 */
export interface FactListener {
  listen<F extends Fact>(
    interest: Interest<F>,
    handle: (fact: RecordedFact<F>) => Promise<Verdict>,
  ): Promise<AsyncDisposable>;
}
