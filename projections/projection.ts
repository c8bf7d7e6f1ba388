import type { Fact, RecordedFact } from '../events/envelope.js';
import type { CollectionShape } from './documents.js';

/** The effect of one fact on one document. Pure. */
export interface Touch<Doc> {
  readonly key: string;
  readonly apply: (doc: Doc | null) => Doc | null;
}

/** A read model: its stream categories, the documents that a fact changes, and how. */
export interface Projection<F extends Fact, Doc extends object> {
  readonly shape: CollectionShape;
  /** Raised with every change of the fold or the shape, so that a new generation is built. */
  readonly version: number;
  readonly categories: readonly string[];
  readonly touches: (fact: RecordedFact<F>) => readonly Touch<Doc>[];
}
