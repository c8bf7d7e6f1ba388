import { EventSourceParserStream } from 'eventsource-parser/stream';
import { pause } from '../../../flow/pause.js';

/** A message of a stream of server-sent events. */
export interface LiveEvent {
  readonly id: string;
  /** The type of the event, such as `job`, or that of a CloudEvent. */
  readonly type: string;
  readonly data: unknown;
}

/** How long a stream that ended or failed is left alone. */
const PAUSE_MS = 2_000;

/** Of a position that the log does not have, as after it was restored to an earlier moment. */
const UNKNOWN_POSITION = 400;

interface Readers {
  readonly onEvent: (event: LiveEvent) => void;
  /** Told whether the stream is open. */
  readonly onOpen?: (isOpen: boolean) => void;
}

/** Reads one answer to its end; the id of the last event, empty where it is not known any more. */
const readEvents = async (
  address: string,
  signal: AbortSignal,
  after: string,
  { onEvent, onOpen }: Readers,
): Promise<string> => {
  let last = after;
  try {
    const headers = { Accept: 'text/event-stream', ...(after === '' ? {} : { 'Last-Event-ID': after }) };
    const { ok, status, body } = await fetch(address, { headers, signal });
    if (status === UNKNOWN_POSITION) return '';
    if (!ok || body === null) return last;
    onOpen?.(true);
    for await (const message of body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())) {
      last = message.id ?? last;
      onEvent({ id: last, type: message.event ?? 'message', data: JSON.parse(message.data) });
    }
  } catch {
    // It continues after the last event that was read.
  }
  return last;
};

/**
 * Follows server-sent events until the signal aborts, and continues after the last one where the stream ends or fails; where
 * that one is not known any more, from where the address begins. The id `ended` is the last of a stream.
 */
export const followEvents = async (address: string, signal: AbortSignal, readers: Readers): Promise<void> => {
  let last = '';
  while (!signal.aborted && last !== 'ended') {
    last = await readEvents(address, signal, last, readers);
    readers.onOpen?.(false);
    if (last !== 'ended') await pause(PAUSE_MS, signal);
  }
};
