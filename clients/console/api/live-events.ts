import { EventSourceParserStream } from 'eventsource-parser/stream';

/** A message of a stream of server-sent events. */
export interface LiveEvent {
  readonly id: string;
  /** The type of the event, such as `job`, or that of a CloudEvent. */
  readonly type: string;
  readonly data: unknown;
}

/** How long a stream that ended or failed is left alone. */
const PAUSE_MS = 2_000;

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface Readers {
  readonly onEvent: (event: LiveEvent) => void;
  /** Told whether the stream is open. */
  readonly onOpen?: (isOpen: boolean) => void;
}

/** Reads one answer to its end; the id of the last event. */
const readEvents = async (
  address: string,
  signal: AbortSignal,
  after: string,
  { onEvent, onOpen }: Readers,
): Promise<string> => {
  let last = after;
  try {
    const headers = { Accept: 'text/event-stream', ...(after === '' ? {} : { 'Last-Event-ID': after }) };
    const { ok, body } = await fetch(address, { headers, signal });
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
 * Follows server-sent events until the signal aborts, and continues after the last one where the stream ends or fails. The
 * id `ended` is the last of a stream.
 */
export const followEvents = async (address: string, signal: AbortSignal, readers: Readers): Promise<void> => {
  let last = '';
  while (!signal.aborted && last !== 'ended') {
    last = await readEvents(address, signal, last, readers);
    readers.onOpen?.(false);
    if (last !== 'ended') await pauseFor(PAUSE_MS, signal);
  }
};
