import {
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
  ANY,
  type AppendExpectedRevision,
  type EventData,
} from '@eventstore/db-client';
import type { WireFact } from '../../events/codec/codec.js';
import {
  type AppendResult,
  type EventStoreFault,
  type ExpectedRevision,
  RevisionConflict,
} from '../../events/store.js';
import { callWithDeadline } from './call-with-deadline.js';
import type { Connection } from './connection.js';
import { appendFault } from './faults.js';
import { positionOf } from './position.js';
import { positionOfEvent } from './recorded.js';
import { readStream } from './read-stream.js';

/** The facts to write, and the expected state of the stream. */
export interface Append {
  readonly stream: string;
  readonly facts: readonly WireFact[];
  readonly expected: ExpectedRevision;
}

/** The number of facts within which the embedded store recognises a repeat. */
const MOST_READ_BACK = 1000;

/** The greatest revision a stream can have. */
const LAST_REVISION = 2n ** 63n - 2n;

const eventOf = ({ id, type, data, metadata }: WireFact): EventData => ({
  id,
  type,
  contentType: 'application/json',
  // The client serialises the data again, with the same result as JSON.stringify.
  data: JSON.parse(data) as Record<string, unknown>,
  metadata: Uint8Array.from(Buffer.from(metadata)),
});

const SERVER_EXPECTATIONS = { none: NO_STREAM, exists: STREAM_EXISTS, any: ANY } as const;

const expectedRevision = (expected: ExpectedRevision): AppendExpectedRevision => {
  if (typeof expected === 'string') return SERVER_EXPECTATIONS[expected];
  return expected === -1n ? NO_STREAM : expected;
};

/** The end of a stream, for the answer to an append that writes nothing. */
const endOf = async (connection: Connection, stream: string): Promise<AppendResult> => {
  for await (const last of readStream(connection, stream, { direction: 'backwards', limit: 1 })) {
    return { revision: last.revision, position: positionOfEvent(last) };
  }
  return { revision: -1n, position: null };
};

const isAt = ({ revision }: AppendResult, expected: ExpectedRevision): boolean => {
  if (expected === 'any') return true;
  if (expected === 'exists') return revision !== -1n;
  return revision === (expected === 'none' ? -1n : expected);
};

/** False for an append without facts, and for an impossible revision: the server cannot handle them. */
const isForServer = ({ facts, expected }: Append): boolean =>
  facts.length > 0 && (typeof expected === 'string' || (expected >= -1n && expected <= LAST_REVISION));

const conflict = ({ stream, expected }: Append, last: bigint): RevisionConflict =>
  new RevisionConflict(stream, expected, last === -1n ? 'none' : last);

const fromEnd = async (connection: Connection, request: Append): Promise<AppendResult> => {
  const end = await endOf(connection, request.stream);
  if (isAt(end, request.expected)) return end;
  throw conflict(request, end.revision);
};

/**
 * Whether the facts of an append without an answer are in the stream in another order. Without an expected revision the
 * server takes that for a repeat, and fails to answer.
 */
const standsInOtherOrder = async (connection: Connection, { stream, facts, expected }: Append): Promise<boolean> => {
  if ((expected !== 'any' && expected !== 'exists') || facts.length < 2) return false;
  const revisions = new Map<string, bigint>();
  for await (const { id, revision } of readStream(connection, stream, {
    direction: 'backwards',
    limit: MOST_READ_BACK,
  })) {
    revisions.set(id, revision);
  }
  const found = facts.map(({ id }) => revisions.get(id));
  const [first, last] = [found[0], found.at(-1)];
  return first !== undefined && last !== undefined && !found.includes(undefined) && last < first;
};

/** The error for an append whose outcome the client does not know. */
const faultOf = async (connection: Connection, request: Append, fault: EventStoreFault): Promise<Error> => {
  if (fault.code !== 'outcome-unknown') return fault;
  const isOtherOrder = await standsInOtherOrder(connection, request).catch(() => false);
  return isOtherOrder ? conflict(request, (await endOf(connection, request.stream)).revision) : fault;
};

/**
 * One append, tried once. A repeat needs no check of ours: the server itself compares the ids after the expected
 * revision, however old, so its conflict is a real one. Throws RevisionConflict or EventStoreFault, `outcome-unknown`
 * after the deadline.
 */
export const append = async (connection: Connection, request: Append): Promise<AppendResult> => {
  if (!isForServer(request)) return fromEnd(connection, request);
  const { credentials, deadlineMs } = connection;
  const { stream, facts, expected } = request;
  try {
    const options = {
      expectedRevision: expectedRevision(expected),
      credentials,
      deadline: deadlineMs,
      requiresLeader: true,
    };
    const { success, nextExpectedRevision, position } = await callWithDeadline(connection, 'the append', (client) =>
      client.appendToStream(stream, facts.map(eventOf), options),
    );
    if (!success) throw conflict(request, nextExpectedRevision);
    return { revision: nextExpectedRevision, position: position === undefined ? null : positionOf(position) };
  } catch (error) {
    if (error instanceof RevisionConflict) throw error;
    if (!(error instanceof WrongExpectedVersionError)) throw await faultOf(connection, request, appendFault(error));
    throw conflict(request, typeof error.actualVersion === 'bigint' ? error.actualVersion : -1n);
  }
};
