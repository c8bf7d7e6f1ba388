import { isCommandError, NotLeaderError } from '@eventstore/db-client';
import { EventStoreFault, type EventStoreFaultCode } from '../../events/store.js';

/** Errors of an append that mean that nothing was written; after any other it may have been. */
const NOT_WRITTEN: Readonly<Record<string, EventStoreFaultCode>> = {
  'maximum-append-size-exceeded': 'append-too-large',
  'stream-deleted': 'store-unavailable',
  'access-denied': 'store-unavailable',
  'invalid-argument': 'store-unavailable',
  'not-leader': 'store-unavailable',
};

/**
 * What is said where the request did not get to a server, or the server did not take it up: by the client, by what it
 * stands on, and by the server. They have no codes of their own.
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

/** What stands before a message: the number and the name of a status. */
const STATUS = /^\d+ [A-Z_]+: /;

const wasNotTakenUp = (error: unknown): boolean => {
  const said = error instanceof Error ? error.message.replace(STATUS, '') : '';
  return NOT_TAKEN_UP.some((words) => said.startsWith(words));
};

/** Why an append failed: `outcome-unknown` unless it is certain that nothing was written. */
export const appendFault = (error: unknown): EventStoreFault => {
  if (error instanceof EventStoreFault) return error;
  const otherwise = wasNotTakenUp(error) ? 'store-unavailable' : 'outcome-unknown';
  const code = NOT_WRITTEN[errorTypeOf(error) ?? ''] ?? otherwise;
  return new EventStoreFault(code, `the append failed: ${whyOf(error)}`, { cause: error });
};

/** Why reading failed: always `store-unavailable`, for it may be tried again. */
export const readFault = (error: unknown): EventStoreFault => {
  if (error instanceof EventStoreFault) return error;
  return new EventStoreFault('store-unavailable', `reading failed: ${whyOf(error)}`, { cause: error });
};

/** What every call meets after the store was closed. */
export const closedFault = (): EventStoreFault => new EventStoreFault('store-closed', 'the event store is closed');
