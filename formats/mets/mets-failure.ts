import { XmlFault } from '../xml/fault.js';
import { MetsFault } from './fault.js';

/** Why nothing came of work on a METS. */
export interface MetsFailure {
  readonly fault: { readonly code: string; readonly message: string };
  /** How many edits were made before the one at fault; null when the document itself is. */
  readonly done: number | null;
}

/** What becomes of work that took more memory than there is. */
export const metsTooLarge: MetsFailure = {
  fault: { code: 'mets-too-large', message: 'The METS is too large for the memory of this service.' },
  done: null,
};

/** What was thrown over a METS, as a value; throws it again when it is something else. */
export const failureOf = (error: unknown, done: number | null = null): MetsFailure => {
  if (!(error instanceof MetsFault || error instanceof XmlFault)) throw error;
  return { fault: { code: error.code, message: error.message }, done };
};

/** The same work on a METS, which answers with a failure where a document at fault would make it throw. */
export const orFailure =
  <Order, Result>(work: (bytes: Uint8Array, order: Order) => Result) =>
  (bytes: Uint8Array, order: Order): Result | MetsFailure => {
    try {
      return work(bytes, order);
    } catch (error) {
      return failureOf(error);
    }
  };
