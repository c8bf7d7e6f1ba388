import type { Request, Response } from 'express';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { withinDeadline, type Deadline } from '../../../flow/deadline.js';
import { matchedOf, type Exchange } from '../exchange.js';
import type { MatchedRequest } from './body-checker.js';
import { readJsonBody } from './json-body.js';
import type { Answer } from '../route.js';
import { checkInThread, type BeginThread } from './check-in-thread.js';
import { receiveBody } from './receive-body.js';
import type { MinimumRate } from '../../../flow/streams/minimum-rate.js';
import { semaphore, type Release, type Semaphore } from '../../../flow/sharing/semaphore.js';

/** Limits of request bodies, in bytes. */
export interface BodyLimits {
  /** A longer body is answered with 413. */
  readonly most: number;
  /** A longer body is large: it is received in its turn, then read and checked in a thread; 1 MiB by default. */
  readonly small?: number;
  /** The minimum rate at which a body must arrive; suitable for slow connections by default. */
  readonly pace?: MinimumRate;
}

/** How bodies are read. */
export interface BodyReaderOptions {
  readonly limits: BodyLimits;
  /** For reading and checking a large body, from its arrival. */
  readonly deadline: Deadline;
  /** The semaphore for large bodies that have arrived; two at a time by default. */
  readonly turns?: Semaphore | undefined;
  readonly beginThread?: BeginThread;
}

const MiB = 1024 ** 2;
const SLOW_LINE: MinimumRate = { leastPerSecond: 4_096, patienceMs: 30_000 };
/** So many large bodies are in memory while they arrive, however slowly; one caller has one of them. */
const ARRIVALS = { places: 4, each: 1, kept: 0 };
/** Each of them is in memory, parsed, until its request is answered; one caller has one of them. */
const THREADS = { places: 2, each: 1, kept: 0 };
const PATIENCE_MS = 60_000;

/** The semaphore for large bodies that have arrived. */
export const bodyTurns = (): Semaphore => semaphore(THREADS, { ms: PATIENCE_MS });

/**
 * Receives and reads the bodies of requests. Large bodies are read and checked in a thread, with the same answers, so
 * that other requests do not wait for them. Rejects with DeadlineExceeded where that takes too long.
 */
export const bodyReader = (document: OpenApiDocument, reading: BodyReaderOptions) => {
  const { limits, deadline, turns = bodyTurns(), beginThread } = reading;
  const { most, small = MiB, pace = SLOW_LINE } = limits;
  const arrivals = semaphore(ARRIVALS, { ms: PATIENCE_MS });

  /** Checks a body with a permit, which is given back when the body is refused, or else by `exchange.release`. */
  const checkLarge = async (request: Request, exchange: Exchange, bytes: Buffer, signal: AbortSignal) => {
    const leave = await turns.acquire(signal, exchange.holder);
    try {
      const order = { bytes, ms: deadline.ms, signal };
      const checked = await checkInThread(document, matched(request, exchange), order, beginThread);
      if (checked.ok) exchange.release = leave;
      else leave();
      return checked;
    } catch (error) {
      leave();
      throw error;
    }
  };

  const readLarge = async (request: Request, exchange: Exchange, bytes: Buffer, signal: AbortSignal) => {
    const checked = await withinDeadline(checkLarge(request, exchange, bytes, signal), deadline, () => undefined);
    if (!checked.ok) return checked.refusal;
    const { value, sha256, query } = checked.value;
    exchange.bodySha256 = sha256;
    exchange.checked = true;
    request.body = value;
    Object.defineProperty(request, 'query', { value: query, configurable: true });
    return null;
  };

  const readAny = async (request: Request, exchange: Exchange, signal: AbortSignal): Promise<Answer | null> => {
    let leave: Release = () => undefined;
    const admitLarge = async (): Promise<void> => {
      leave = await arrivals.acquire(signal, exchange.holder);
    };
    const tooLong = exchange.operation?.body?.tooLong ?? '';
    try {
      const bytes = await receiveBody(request, { small, most, tooLong, pace, admitLarge });
      exchange.receivedAt = performance.now();
      if (bytes.length > small) return await readLarge(request, exchange, bytes, signal);
      request.body = bytes;
      return readJsonBody(document, request, exchange);
    } finally {
      leave();
    }
  };

  return async (request: Request, response: Response, exchange: Exchange): Promise<Answer | null> => {
    if ((exchange.operation?.body ?? null) === null) return readJsonBody(document, request, exchange); // not received
    const over = new AbortController();
    const giveUp = (): void => {
      over.abort(new Error('nobody waits for the answer any more'));
      exchange.release();
    };
    response.once('close', giveUp);
    if (response.closed) giveUp();
    try {
      return await readAny(request, exchange, over.signal);
    } catch (error) {
      giveUp();
      throw error;
    }
  };
};

/** A request in the form that is sent to a thread. */
const matched = (request: Request, exchange: Exchange): MatchedRequest => ({
  method: request.method,
  url: request.url,
  headers: headersOf(request),
  body: exchange.operation?.body ?? null,
  operation: matchedOf(exchange),
});

/** Headers, with repeated ones joined into one text, as the validator expects them. */
const headersOf = ({ headers }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
