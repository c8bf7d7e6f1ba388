import type { Request, Response } from 'express';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { withinDeadline, type Deadline } from '../../../flow/deadline.js';
import { matchedOf, type Exchange } from '../exchange.js';
import type { MatchedRequest } from './body-checker.js';
import { readJsonBody } from './json-body.js';
import type { Answer } from '../route.js';
import { checkInThread, type BeginThread } from './check-in-thread.js';
import { receiveBody, type SpooledBody } from './receive-body.js';
import type { MinimumRate } from '../../../flow/minimum-rate.js';
import { semaphore, type Semaphore } from '../../../flow/semaphore.js';

/** Limits of request bodies, in bytes. */
export interface BodyLimits {
  /** The limit of most operations; a longer body is answered with 413. */
  readonly most: number;
  /** The limit of operations with long lists. */
  readonly longLists: number;
  /** A longer body is written to disk as it arrives, then read and checked in a thread; 1 MiB by default. */
  readonly inMemory?: number;
  /** The minimum rate at which a body must arrive; suitable for slow connections by default. */
  readonly pace?: MinimumRate;
}

/** How bodies are read. */
export interface BodyReading {
  readonly limits: BodyLimits;
  /** For reading and checking a large body, from its arrival. */
  readonly deadline: Deadline;
  /** The semaphore for large bodies; two at a time by default. */
  readonly turns?: Semaphore | undefined;
  readonly beginThread?: BeginThread;
}

const MiB = 1024 ** 2;
const SLOW_LINE: MinimumRate = { leastPerSecond: 4_096, patienceMs: 30_000 };
/** Each thread holds a whole body in memory until its request is answered; one caller has one of them. */
const THREADS = { places: 2, each: 1, kept: 0 };
const PATIENCE_MS = 60_000;

/** The semaphore for large bodies. */
export const bodyTurns = (): Semaphore => semaphore(THREADS, { ms: PATIENCE_MS });

/**
 * Receives and reads the bodies of requests. Large bodies are read and checked in a thread, with the same answers, so
 * that other requests do not wait for them. Rejects with DeadlineExceeded where that takes too long.
 */
export const bodyReader = (document: OpenApiDocument, reading: BodyReading) => {
  const { limits, deadline, turns: reads = bodyTurns(), beginThread } = reading;

  /** Checks a body with a permit, which is given back when the body is refused, or else by `exchange.release`. */
  const takeTurn = async (request: Request, exchange: Exchange, body: SpooledBody, signal: AbortSignal) => {
    const leave = await reads.acquire(signal, exchange.holder).catch(async (error: unknown) => {
      await body.file.close();
      throw error;
    });
    try {
      const paged = exchange.operation?.longLists ?? false;
      const large = await checkInThread(document, matched(request, exchange), { body, paged, signal }, beginThread);
      if (!large.ok) leave();
      else
        exchange.release = () => {
          large.value.close();
          leave();
        };
      return large;
    } catch (error) {
      leave();
      throw error;
    }
  };

  const readLarge = async (request: Request, response: Response, exchange: Exchange, body: SpooledBody) => {
    const over = new AbortController();
    const giveUp = (): void => {
      over.abort(new Error('nobody waits for the answer any more'));
      exchange.release();
    };
    response.once('close', giveUp);
    if (response.closed) giveUp();
    try {
      const checked = await withinDeadline(takeTurn(request, exchange, body, over.signal), deadline, () => undefined);
      if (!checked.ok) return checked.refusal;
      const large = checked.value;
      exchange.bodySha256 = large.sha256;
      exchange.checked = true;
      request.body = large.value;
      Object.defineProperty(request, 'query', { value: large.query, configurable: true });
      return null;
    } catch (error) {
      giveUp();
      throw error;
    }
  };

  return async (request: Request, response: Response, exchange: Exchange): Promise<Answer | null> => {
    if ((exchange.operation?.body ?? null) === null) return readJsonBody(document, request, exchange); // not received
    const limit = exchange.operation?.longLists === true ? limits.longLists : limits.most;
    const received = await receiveBody(request, {
      inMemory: limits.inMemory ?? MiB,
      limit,
      pace: limits.pace ?? SLOW_LINE,
    });
    exchange.receivedAt = performance.now();
    if (!Buffer.isBuffer(received)) return readLarge(request, response, exchange, received);
    request.body = received;
    return readJsonBody(document, request, exchange);
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
