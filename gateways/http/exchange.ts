import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { anyone, type Caller } from './caller.js';
import { loggedUrl, pathOfTarget } from './request/request-target.js';
import type { Logger } from './logger.js';
import type { Operation } from './operation.js';
import type { MatchedOperation } from './request/request-check.js';
import { uuidV5 } from '../../events/ids.js';

/** The state of one request, shared by its steps. */
export interface Exchange {
  readonly correlationId: string;
  /** The request was a HEAD. */
  readonly headersOnly: boolean;
  /** The path as received, escaped; with the document's casing after an operation is found. */
  path: string;
  operation: Operation | null;
  caller: Caller;
  /** Who has a share of what is limited: the agent, or the remote address while callers are not identified. */
  holder: string;
  /** Why the caller has no access; null for a caller with access. */
  turnedAway: string | null;
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** Lower-case hex SHA-256 of the body's bytes; null without a body. */
  bodySha256: string | null;
  /** Whether the validator has checked it already, in a thread. */
  checked: boolean;
  /** When the body was complete, or the request without one arrived, by `performance.now()`. */
  receivedAt: number;
  /** Releases what its body uses: memory, a thread, a permit. May be called again. */
  release: () => void;
}

/** What was found for the request; an empty operation before that. */
export const matchedOf = ({ operation, params }: Exchange): MatchedOperation => ({
  operationId: operation?.operationId ?? '',
  params,
});

/** Called at the end of a request; `operation` is empty where none was found. */
export type ObserveRequest = (operation: string, status: number, seconds: number) => void;

/** Begins an exchange: sets the answer's correlation id, and logs one line at the end of the request. */
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
    holder: request.socket.remoteAddress ?? '',
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

const HEADER_SAFE = /^[\x21-\x7e]{1,200}$/;

/** The caller's own correlation id, where it is safe in a header; else a new one. */
const correlationOf = (given: string | undefined): string =>
  given !== undefined && HEADER_SAFE.test(given) ? given : randomUUID();

/** The parts of a request by which a repeat is recognised. */
interface RequestIdentity {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  /** The Idempotency-Key header. */
  readonly key: string | undefined;
}

/** The id of the command behind a request: the same for a repeat under the same key, else a new one. */
export const commandIdOf = ({ caller, method, path, key }: RequestIdentity): string =>
  key === undefined ? randomUUID() : uuidV5(JSON.stringify([caller, method, path, key]));
