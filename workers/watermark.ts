import type { Position } from '../events/envelope.js';

/**
 * The progress of a reader of the log that handles several facts concurrently: `reached` is the position up to which
 * every fact is handled, which is the one to checkpoint.
 */
export interface Watermark {
  reached(): Position | null;
  /** How many facts after `reached` were begun, the handled ones included. */
  ahead(): number;
  /** There is nothing to handle up to here. */
  consider(position: Position): void;
  /** A fact is being handled; call the answer once that is done. */
  begin(position: Position): () => void;
  /** Goes back to `reached`: the facts after it will be delivered again. */
  rewind(): void;
}

interface BegunFact {
  /** The position just before it. */
  readonly before: Position | null;
  isHandled: boolean;
}

export const watermark = (start: Position | null): Watermark => {
  let considered = start;
  /** The facts after `reached`, in the order of the log; the first one is not handled. */
  const begun = new Set<BegunFact>();
  const reached = (): Position | null => {
    for (const { before } of begun) return before;
    return considered;
  };
  const forgetHandled = (): void => {
    for (const fact of begun) {
      if (!fact.isHandled) return;
      begun.delete(fact);
    }
  };
  return {
    reached,
    ahead: () => begun.size,
    consider(position) {
      considered = position;
    },
    begin(position) {
      const fact: BegunFact = { before: considered, isHandled: false };
      begun.add(fact);
      considered = position;
      return () => {
        fact.isHandled = true;
        forgetHandled();
      };
    },
    rewind() {
      considered = reached();
      begun.clear();
    },
  };
};
