import type { AllStreamRecordedEvent, RecordedEvent } from '@eventstore/db-client';
import type { Codec } from '../../events/codec/codec.js';
import type { Fact, Position, NewFact, RecordedFact } from '../../events/envelope.js';
import { EventStoreFault } from '../../events/store.js';
import { positionOf } from './position.js';

type ServerEvent = RecordedEvent | AllStreamRecordedEvent;

/** The text of a part; the client gives bytes where the event is not marked as JSON or could not be parsed. */
const textOf = (part: unknown): string =>
  part instanceof Uint8Array ? Buffer.from(part).toString() : JSON.stringify(part ?? null);

/** Parts that the client parsed are not parsed again; it gives malformed JSON as a string, which the codec refuses. */
const decoded = (codec: Codec, { id, type, data, metadata }: ServerEvent): NewFact =>
  data instanceof Uint8Array || metadata instanceof Uint8Array
    ? codec.decode({ id, type, data: textOf(data), metadata: textOf(metadata) })
    : codec.decodeParsed({ id, type, data, metadata });

/** Whether an event is the server's own: stream metadata, statistics, links. */
export const isSystemEvent = (event: ServerEvent): boolean => event.type.startsWith('$');

/** When a fact happened; every fact that was ever stored says it in its metadata. */
export const occurredAtOf = ({ metadata }: ServerEvent): string =>
  (JSON.parse(textOf(metadata)) as { readonly occurredAt: string }).occurredAt;

/** The position of an event in the log. Throws EventStoreFault `store-unavailable` where the server gives none. */
export const positionOfEvent = ({ position, streamId, revision }: ServerEvent): Position => {
  if (position !== undefined) return positionOf(position);
  throw new EventStoreFault('store-unavailable', `the server names no position for ${streamId} at ${revision}`);
};

/** The fact in an event, in its present schema. Throws EventStoreFault `fact-not-decodable`. */
export const recorded = <F extends Fact>(
  codec: Codec,
  event: ServerEvent,
  position: Position = positionOfEvent(event),
): RecordedFact<F> => {
  const { streamId: stream, revision } = event;
  try {
    const { id, type, data, metadata } = decoded(codec, event);
    return { id, type, data, metadata, stream, revision, position } as RecordedFact<F>;
  } catch (error) {
    if (!(error instanceof EventStoreFault)) throw error;
    throw new EventStoreFault(error.code, `${stream} at ${revision}: ${error.message}`, { cause: error });
  }
};
