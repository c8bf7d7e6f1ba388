import type { Position } from '../../../events/envelope.js';
import type { SubstringIndex } from '../../../projections/search/substring-index.js';

/** A whole index in a file, as it was at one moment. */
export interface IndexCopy {
  readonly path: string;
  readonly position: Position | null;
}

/** An index in a file, which can be given up, copied and replaced. */
export interface CopyableIndex extends SubstringIndex {
  /** Deletes everything that is in the index, which has no position then. */
  beginAnew(): Promise<void>;
  /** Makes a whole copy, while the index is used, in the place of the copy before. The caller removes it. */
  copy(): Promise<IndexCopy>;
  /** The path at which `take` finds a file. */
  incoming(): Promise<string>;
  /** Goes on with that file instead; with an empty index where the file is damaged or of another version. */
  take(): Promise<void>;
}
