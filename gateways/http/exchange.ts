import type { Request, Response } from 'express';
import { correlationOf } from './request/correlation.js';
import { anyone, type Caller } from './caller.js';
import { loggedUrl, pathOfTarget } from './request/logged-url.js';
import type { Logger } from './logger.js';
import type { Operation } from './operation.js';

/** What the steps of one request know of it. */
export interface Exchange {
  readonly correlationId: string;
  /** The request was a HEAD. */
  readonly headersOnly: boolean;
  /** The path as it came, escaped; once an operation is found, in the document's casing. */
  path: string;
  operation: Operation | null;
  caller: Caller;
  /** Why the caller was not let in; null when it was. */
  turnedAway: string | null;
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** Lower-case hex SHA-256 of the body's bytes; null without a body. */
  bodySha256: string | null;
  /** The validator has seen it already, in another thread. */
  checked: boolean;
  /** When all of its body had come, or none was to come, by `performance.now()`. */
  receivedAt: number;
  /** Gives back what its body holds: memory, a thread, a turn. May be called again. */
  release: () => void;
}

/** Hears of a request at its end; `operation` is empty where none was found. */
export type ObserveRequest = (operation: string, status: number, seconds: number) => void;

/** Begins an exchange: the answer carries the correlation id from here on, and the log gets its one line at the end. */
export const beginExchange = (
  request: Request,
  response: Response,
  log: Logger,
  observe?: ObserveRequest,
): Exchange => {
  const started = performance.now();
  const correlationId = correlationOf(request.get('x-correlation-id'));
  const { method, url } = request;
  const exchange: Exchange = {
    correlationId,
    headersOnly: method === 'HEAD',
    path: pathOfTarget(url),
    operation: null,
    caller: anyone,
    turnedAway: null,
    params: {},
    bodySha256: null,
    checked: false,
    receivedAt: started,
    release: () => undefined,
  };
  response.setHeader('x-correlation-id', correlationId);
  response.once('close', () => {
    const milliseconds = performance.now() - started;
    const operation = exchange.operation?.operationId ?? null;
    observe?.(operation ?? '', response.statusCode, milliseconds / 1_000);
    log.info('A request was answered.', {
      method,
      url: loggedUrl(url, exchange.operation),
      operation,
      status: response.statusCode,
      complete: response.writableFinished,
      milliseconds: Math.round(milliseconds),
      correlationId,
      caller: exchange.caller.actor?.agent ?? null,
      ...(exchange.turnedAway === null ? {} : { turnedAway: exchange.turnedAway }),
      requestedBy: request.get('x-requested-by') ?? null,
    });
  });
  return exchange;
};
