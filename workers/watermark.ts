import type { Position } from '../events/envelope.js';

/**
 * How far a reader of the log has come when it handles several facts at once: `reached` is the position up to which
 * nothing is left to handle, which is the only one that may be remembered.
 */
export interface Watermark {
  reached(): Position | null;
  /** The log was considered up to here without anything to handle. */
  consider(position: Position): void;
  /** A fact is in hand; call the answer once it is handled. */
  begin(position: Position): () => void;
  /** Goes back to `reached`: whatever is in hand will come again. */
  rewind(): void;
}

export const watermark = (start: Position | null): Watermark => {
  let considered = start;
  /** For each fact in hand, in the order of the log, the position just before it. */
  const inHand = new Map<Position, Position | null>();
  const reached = (): Position | null => {
    for (const before of inHand.values()) return before;
    return considered;
  };
  return {
    reached,
    consider(position) {
      considered = position;
    },
    begin(position) {
      inHand.set(position, considered);
      considered = position;
      return () => void inHand.delete(position);
    },
    rewind() {
      considered = reached();
      inHand.clear();
    },
  };
};
