import type { Fact, Recorded } from '../events/envelope.js';

/**
 * What a listener answers for a fact; it never throws across this line. `later`: the fact comes again, and the later
 * facts of its stream wait for it. `park`: nobody here can ever deal with it, a person must look.
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
 * Where workers hear of facts. Every fact comes at least once, and those of one stream in their order, except that
 * after a crash some come again as a rewind: 5 6 7, then 5 6 7 8. A listener only notices (it wakes the job runner) and answers
 * within moments; work is never done inside it.
 */
export interface FactListener {
  listen<F extends Fact>(
    interest: Interest<F>,
    handle: (fact: Recorded<F>) => Promise<Verdict>,
  ): Promise<AsyncDisposable>;
}
