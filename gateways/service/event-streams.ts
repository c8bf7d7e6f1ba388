import { addAbortSignal, Readable } from 'node:stream';
import { timeLimit } from '../../flow/time-limit.js';
import { shares } from '../../flow/sharing/shares.js';
import { problem, RETRY_AFTER } from '../http/answer/problem.js';
import type { Answer, Call } from '../http/route.js';

/** How many readers of one process may be connected at once, and how many of them by one caller. */
const READERS = { places: 256, each: 32, kept: 64 };
const LATER = { 'Retry-After': RETRY_AFTER };
const REFUSALS = {
  full: problem(503, { detail: 'Too many readers of events are connected.' }, LATER),
  'share-used': problem(
    429,
    {
      detail: `You have ${READERS.each} readers of events connected, which is the most for one caller. Close one first.`,
    },
    LATER,
  ),
} as const;

/** A connection ends after this time, so that a reader shows a valid token again. */
const LIFETIME_MS = 10 * 60_000;
/** How long after that a reader that does not read is disconnected. */
const GRACE_MS = 30_000;

/** Server-sent events, with a share for each caller of the connections that a service has for them. */
export interface EventStreams {
  /** Sends what `open` yields, until that ends; the signal aborts when the reader has left or must connect again. */
  answer(call: Pick<Call, 'closing' | 'holder'>, open: (signal: AbortSignal) => AsyncIterable<string>): Answer;
}

export const eventStreams = (): EventStreams => {
  const readers = shares(READERS);
  return {
    answer({ closing, holder }, open) {
      const leave = readers.take(holder);
      if (typeof leave === 'string') return REFUSALS[leave];
      const left = new AbortController();
      const signal = timeLimit(LIFETIME_MS, closing, left.signal);
      const body = Readable.from(open(signal));
      addAbortSignal(timeLimit(LIFETIME_MS + GRACE_MS), body);
      body.once('close', () => {
        leave();
        left.abort(new Error('the reader has left'));
      });
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
        content: { kind: 'endless', stream: body, mediaType: 'text/event-stream; charset=utf-8' },
      };
    },
  };
};
