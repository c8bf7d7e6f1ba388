import type { Request, Response } from 'express';
import type { OpenApiDocument } from '../../schemas/openapi-document.js';
import type { Exchange } from '../exchange.js';
import { readJsonBody } from '../json-body.js';
import type { Answer } from '../route.js';
import { checkInThread } from './check-in-thread.js';
import { receiveBody, type SpooledBody } from './receive-body.js';
import { turns } from './turns.js';

/** In bytes. */
export interface BodyLimits {
  /** The longest body that most operations take; a longer one is answered with 413. */
  readonly most: number;
  /** The longest that operations with long lists take. */
  readonly longLists: number;
  /** Above this a body goes to disk as it arrives, and is read and checked in a thread; 1 MiB unless said. */
  readonly inMemory?: number;
}

const MiB = 1024 ** 2;
/** Each holds a whole body in memory until its request is answered. */
const THREADS = 2;
const PATIENCE_MS = 60_000;

/**
 * Takes and reads the bodies of requests, all with the same answers: small ones here, large ones in a thread, where they
 * are checked, too, so that nobody else waits for them.
 */
export const bodyReader = (document: OpenApiDocument, limits: BodyLimits) => {
  const turn = turns(THREADS, PATIENCE_MS);

  const readLarge = async (request: Request, response: Response, exchange: Exchange, body: SpooledBody) => {
    const leave = await turn().catch(async (error: unknown) => {
      await body.file.close();
      throw error;
    });
    const paged = exchange.operation?.longLists ?? false;
    const matched = {
      method: request.method,
      url: request.url,
      headers: headersOf(request),
      body: exchange.operation?.body ?? null,
    };
    const large = await checkInThread(document, matched, { body, paged }).catch((error: unknown) => {
      leave();
      throw error;
    });
    if ('refusal' in large) {
      leave();
      return large.refusal;
    }
    const end = (): void => {
      large.close();
      leave();
    };
    if (response.closed) end();
    else response.once('close', end);
    exchange.bodySha256 = large.sha256;
    exchange.checked = true;
    request.body = large.value;
    Object.defineProperty(request, 'query', { value: large.query, configurable: true });
    return null;
  };

  return async (request: Request, response: Response, exchange: Exchange): Promise<Answer | null> => {
    if ((exchange.operation?.body ?? null) === null) return readJsonBody(document, request, exchange); // it stays unread
    const limit = exchange.operation?.longLists === true ? limits.longLists : limits.most;
    const received = await receiveBody(request, { inMemory: limits.inMemory ?? MiB, limit });
    if (!Buffer.isBuffer(received)) return readLarge(request, response, exchange, received);
    request.body = received;
    return readJsonBody(document, request, exchange);
  };
};

/** A header that came several times is one text, as the document's parameters want it. */
const headersOf = ({ headers }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
