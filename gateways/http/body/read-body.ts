import type { Request, Response } from 'express';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { withinDeadline, type Deadline } from '../../../flow/deadline.js';
import type { Exchange } from '../exchange.js';
import { readJsonBody } from './json-body.js';
import type { Answer } from '../route.js';
import { checkInThread, type BeginThread } from './check-in-thread.js';
import { receiveBody, type SpooledBody } from './receive-body.js';
import type { MinimumRate } from '../../../flow/minimum-rate.js';
import { semaphore, type Semaphore } from '../../../flow/semaphore.js';

/** In bytes. */
export interface BodyLimits {
  /** The longest body that most operations take; a longer one is answered with 413. */
  readonly most: number;
  /** The longest that operations with long lists take. */
  readonly longLists: number;
  /** Above this a body goes to disk as it arrives, and is read and checked in a thread; 1 MiB unless said. */
  readonly inMemory?: number;
  /** How fast a body must come; slow lines are waited for unless said. */
  readonly pace?: MinimumRate;
}

/** How bodies are taken. */
export interface BodyReading {
  readonly limits: BodyLimits;
  /** Of what is done with a body once it is there. */
  readonly deadline: Deadline;
  /** Of large bodies; two at a time unless said. */
  readonly turns?: Semaphore | undefined;
  readonly beginThread?: BeginThread;
}

const MiB = 1024 ** 2;
const SLOW_LINE: MinimumRate = { leastPerSecond: 4_096, patienceMs: 30_000 };
/** Each holds a whole body in memory until its request is answered. */
const THREADS = 2;
const PATIENCE_MS = 60_000;

/** The turns that large bodies take. */
export const bodyTurns = (): Semaphore => semaphore(THREADS, { ms: PATIENCE_MS });

/**
 * Takes and reads the bodies of requests, all with the same answers: small ones here, large ones in a thread, where they
 * are checked, too, so that nobody else waits for them. Rejects with DeadlineExceeded where that takes too long.
 */
export const bodyReader = (document: OpenApiDocument, reading: BodyReading) => {
  const { limits, deadline, turns: reads = bodyTurns(), beginThread } = reading;

  /** Takes a turn for a body, and begins its exchange with what was found; gives the turn back if it is refused. */
  const takeTurn = async (request: Request, exchange: Exchange, body: SpooledBody, signal: AbortSignal) => {
    const leave = await reads.acquire(signal).catch(async (error: unknown) => {
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
    if ((exchange.operation?.body ?? null) === null) return readJsonBody(document, request, exchange); // it stays unread
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

/** A request as the thread receives it. */
const matched = (request: Request, { operation }: Exchange) => ({
  method: request.method,
  url: request.url,
  headers: headersOf(request),
  body: operation?.body ?? null,
});

/** A header that came several times is one text, as the document's parameters want it. */
const headersOf = ({ headers }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
