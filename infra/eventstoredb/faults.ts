import { isCommandError, NotLeaderError } from '@eventstore/db-client';
import { EventStoreFault, type EventStoreFaultCode } from '../../events/store.js';

/** Errors of an append after which nothing was written; after any other it may have been. */
const NOT_WRITTEN: Readonly<Record<string, EventStoreFaultCode>> = {
  'maximum-append-size-exceeded': 'append-too-large',
  'stream-deleted': 'store-unavailable',
  'access-denied': 'store-unavailable',
  'invalid-argument': 'store-unavailable',
  'not-leader': 'store-unavailable',
};

/**
 * Messages of the client, its libraries and the server for a request that did not reach a server or was not processed.
 * These errors have no codes.
 */
const NOT_TAKEN_UP = [
  'Failed to discover',
  'No connection established',
  'Name resolution failed',
  'Channel closed before call started',
  'Server Is Not Ready',
  'Server Is Too Busy',
  'No leader info available',
] as const;

/** The client's own name for an error of the server; null for any other error. */
export const errorTypeOf = (error: unknown): string | null =>
  error instanceof Error && isCommandError(error) ? error.type : null;

const whyOf = (error: unknown): string => {
  if (error instanceof NotLeaderError) {
    const { address, port } = error.leader;
    return `the node that was asked does not lead, ${address}:${port} does`;
  }
  return error instanceof Error && error.message !== '' ? error.message : (errorTypeOf(error) ?? 'no reason given');
};

/** The number and name of a status before a message. */
const STATUS = /^\d+ [A-Z_]+: /;

const wasNotTakenUp = (error: unknown): boolean => {
  const message = error instanceof Error ? error.message.replace(STATUS, '') : '';
  return NOT_TAKEN_UP.some((words) => message.startsWith(words));
};

/** Why an append failed: `outcome-unknown` unless it is certain that nothing was written. */
export const appendFault = (error: unknown): EventStoreFault => {
  if (error instanceof EventStoreFault) return error;
  const otherwise = wasNotTakenUp(error) ? 'store-unavailable' : 'outcome-unknown';
  const code = NOT_WRITTEN[errorTypeOf(error) ?? ''] ?? otherwise;
  return new EventStoreFault(code, `the append failed: ${whyOf(error)}`, { cause: error });
};

/** Why reading failed: always `store-unavailable`, since a read may be retried. */
export const readFault = (error: unknown): EventStoreFault => {
  if (error instanceof EventStoreFault) return error;
  return new EventStoreFault('store-unavailable', `reading failed: ${whyOf(error)}`, { cause: error });
};

/** The fault of every call after the store was closed. */
export const closedFault = (): EventStoreFault => new EventStoreFault('store-closed', 'the event store is closed');
