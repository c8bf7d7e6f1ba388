import type { Fact, RecordedFact } from '../../events/envelope.js';
import type { IndexChange, SubstringIndex } from '../../projections/search/substring-index.js';

/** What of an index a feed reads. */
export type ReadableIndex = Pick<SubstringIndex, 'partition'>;

/** What facts change in an index. */
export interface IndexFeed<F extends Fact = Fact> {
  /** The stream categories whose facts are read. */
  readonly categories: readonly string[];
  /**
   * The changes for facts that follow each other in the log, each to be applied before the next one is asked for; none
   * where no fact changes the index. The index must include every fact up to the position of a change that was applied.
   * Rejects, with what is applied so far being right, where something cannot be read at the moment.
   */
  changes(facts: readonly RecordedFact<F>[], index: ReadableIndex, signal: AbortSignal): AsyncIterable<IndexChange>;
}
