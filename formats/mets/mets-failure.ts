import { XmlFault } from '../xml/fault.js';
import { MetsFault } from './model/fault.js';
import { refused, success, type Result } from '../../flow/result.js';

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

/** Wraps work on a METS so that it answers a failure instead of throwing MetsFault or XmlFault. */
export const orFailure =
  <Order, T>(work: (bytes: Uint8Array, order: Order) => T) =>
  (bytes: Uint8Array, order: Order): Result<T, MetsFailure> => {
    try {
      return success(work(bytes, order));
    } catch (error) {
      return refused(failureOf(error));
    }
  };
