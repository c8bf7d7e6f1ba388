import type { Fact, Recorded } from '../events/envelope.js';
import type { CollectionShape } from './documents.js';

/** What one fact does to one document. Pure; may be repeated from the same document with the same outcome. */
export interface Touch<Doc> {
  readonly key: string;
  readonly apply: (doc: Doc | null) => Doc | null;
}

/** A read model: which streams it hears, which documents a fact touches, and what they say afterwards. */
export interface Projection<F extends Fact, Doc extends object> {
  readonly shape: CollectionShape;
  /** Raised with every change of the fold or of the shape: the view is then built anew beside the old one. */
  readonly version: number;
  readonly categories: readonly string[];
  readonly touches: (fact: Recorded<F>) => readonly Touch<Doc>[];
}
