import { XmlFault } from '../xml/fault.js';
import { MetsFault } from './fault.js';

/** Why a task on a METS failed. */
export interface MetsFailure {
  readonly fault: { readonly code: string; readonly message: string };
  /** How many edits were applied before the invalid one; null when the document itself is invalid. */
  readonly done: number | null;
}

/** The failure of a task that ran out of memory. */
export const metsTooLarge: MetsFailure = {
  fault: { code: 'mets-too-large', message: 'The METS is too large for the memory of this service.' },
  done: null,
};

/** A MetsFault or XmlFault as a failure; throws any other error again. */
export const failureOf = (error: unknown, done: number | null = null): MetsFailure => {
  if (!(error instanceof MetsFault || error instanceof XmlFault)) throw error;
  return { fault: { code: error.code, message: error.message }, done };
};

/** Wraps a task on a METS so that it answers a failure instead of throwing MetsFault or XmlFault. */
export const orFailure =
  <Order, Result>(work: (bytes: Uint8Array, order: Order) => Result) =>
  (bytes: Uint8Array, order: Order): Result | MetsFailure => {
    try {
      return work(bytes, order);
    } catch (error) {
      return failureOf(error);
    }
  };
