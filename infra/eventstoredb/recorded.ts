import type { AllStreamRecordedEvent, RecordedEvent } from '@eventstore/db-client';
import type { Codec } from '../../events/codec.js';
import type { Fact, Position, Recorded } from '../../events/envelope.js';
import { EventStoreFault } from '../../events/store.js';
import { positionOf } from './position.js';

type ServerEvent = RecordedEvent | AllStreamRecordedEvent;

/**
 * The JSON text that the client parsed. Malformed JSON comes out as a plain string or as bytes; such a string is
 * written as JSON again, so that it can never pass for the text of an object.
 */
const textOf = (part: unknown): string =>
  part instanceof Uint8Array ? Buffer.from(part).toString() : JSON.stringify(part ?? null);

/** What the server keeps for itself: metadata of streams, statistics, links. */
export const isSystemEvent = (event: ServerEvent): boolean => event.type.startsWith('$');

/** Where an event stands in the log. Throws EventStoreFault `store-unavailable` where the server does not say. */
export const positionOfEvent = ({ position, streamId, revision }: ServerEvent): Position => {
  if (position !== undefined) return positionOf(position);
  throw new EventStoreFault('store-unavailable', `the server names no position for ${streamId} at ${revision}`);
};

/** The fact in an event, in today's shape. Throws EventStoreFault `fact-not-decodable`. */
export const recorded = <F extends Fact>(codec: Codec, event: ServerEvent): Recorded<F> => {
  const { streamId: stream, revision } = event;
  try {
    const wire = { id: event.id, type: event.type, data: textOf(event.data), metadata: textOf(event.metadata) };
    return { ...codec.decode(wire), stream, revision, position: positionOfEvent(event) } as Recorded<F>;
  } catch (error) {
    if (!(error instanceof EventStoreFault)) throw error;
    throw new EventStoreFault(error.code, `${stream} at ${revision}: ${error.message}`, { cause: error });
  }
};
