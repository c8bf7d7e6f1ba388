import type { Position } from '../events/envelope.js';

/**
 * The progress of a reader of the log that handles several facts concurrently: `reached` is the position up to which
 * every fact is handled, which is the one to checkpoint.
 */
export interface Watermark {
  reached(): Position | null;
  /** There is nothing to handle up to here. */
  consider(position: Position): void;
  /** A fact is being handled; call the answer once that is done. */
  begin(position: Position): () => void;
  /** Goes back to `reached`: facts being handled will be delivered again. */
  rewind(): void;
}

export const watermark = (start: Position | null): Watermark => {
  let considered = start;
  /** For each fact being handled, in the order of the log, the position just before it. */
  const pending = new Map<Position, Position | null>();
  const reached = (): Position | null => {
    for (const before of pending.values()) return before;
    return considered;
  };
  return {
    reached,
    consider(position) {
      considered = position;
    },
    begin(position) {
      pending.set(position, considered);
      considered = position;
      return () => void pending.delete(position);
    },
    rewind() {
      considered = reached();
      pending.clear();
    },
  };
};
