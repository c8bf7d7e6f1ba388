import { isCommandError } from '@eventstore/db-client';
import { EventStoreFault, type EventStoreFaultCode } from '../../events/store.js';

/** Errors of an append that mean that nothing was written; after any other it may have been. */
const NOT_WRITTEN: Readonly<Record<string, EventStoreFaultCode>> = {
  'maximum-append-size-exceeded': 'append-too-large',
  'stream-deleted': 'store-unavailable',
  'access-denied': 'store-unavailable',
  'invalid-argument': 'store-unavailable',
  'not-leader': 'store-unavailable',
};

/** The client's own name for an error of the server; null for any other error. */
export const errorTypeOf = (error: unknown): string | null =>
  error instanceof Error && isCommandError(error) ? error.type : null;

const sayingWhy = (what: string, error: unknown): string => {
  const why =
    error instanceof Error && error.message !== '' ? error.message : (errorTypeOf(error) ?? 'no reason given');
  return `${what}: ${why}`;
};

/** Why an append failed: `outcome-unknown` unless it is certain that nothing was written. */
export const appendFault = (error: unknown): EventStoreFault => {
  if (error instanceof EventStoreFault) return error;
  const code = NOT_WRITTEN[errorTypeOf(error) ?? ''] ?? 'outcome-unknown';
  return new EventStoreFault(code, sayingWhy('the append failed', error), { cause: error });
};

/** Why reading failed: always `store-unavailable`, for it may be tried again. */
export const readFault = (error: unknown): EventStoreFault => {
  if (error instanceof EventStoreFault) return error;
  return new EventStoreFault('store-unavailable', sayingWhy('reading failed', error), { cause: error });
};

/** What every call meets after the store was closed. */
export const closedFault = (): EventStoreFault => new EventStoreFault('store-closed', 'the event store is closed');
