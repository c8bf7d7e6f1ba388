import express from 'express';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import type { OpenApiDocument } from '../../schemas/openapi-document.js';
import { admit, type Admission } from './admit.js';
import { bodyReader, type BodyLimits } from './body/read-body.js';
import { crossOrigin } from './cross-origin.js';
import { commandIdOf, beginExchange, matchedOf, type Exchange, type ObserveRequest } from './exchange.js';
import { longWorkSignal } from './long-work-signal.js';
import { DeadlineExceeded, withinDeadline } from '../../flow/deadline.js';
import { faultAnswer, NO_OWN_FAULTS, type FailedRequest, type OwnFaults } from './fault-answer.js';
import type { Logger } from './logger.js';
import { loggedPath } from './request/request-target.js';
import { matchRequest } from './request/match-request.js';
import { operationsOf } from './operation.js';
import { requestRefusal } from './answer/request-refusal.js';
import { requestValidator } from './request/request-check.js';
import { answerSender } from './answer/answer-sender.js';
import { routeTable } from './route-table.js';
import { withUnknownNamed } from './unknown-properties.js';
import type { Answer, Call, Route } from './route.js';
import type { Semaphore } from '../../flow/sharing/semaphore.js';

export interface AppOptions extends Admission {
  readonly document: OpenApiDocument;
  readonly routes: readonly Route[];
  readonly log: Logger;
  /** None by default. */
  readonly ownFaults?: OwnFaults;
  /** Origins whose pages may call the service from a browser, `*` for every one; none by default. */
  readonly origins?: readonly string[] | undefined;
  /** The address of the page about a kind of problem, by its code; below `/problems/` by default. */
  readonly problemPage?: ((code: string) => string) | undefined;
  /** The address of what callers need to get a token (RFC 9728), for the challenge of every 401; null where there is none. */
  readonly resourceMetadata?: (() => string | null) | undefined;
  /** What to do about a path that the document does not have; null where that is not known. */
  readonly elsewhere?: ((path: string) => string | null) | undefined;
  readonly bodyLimits: BodyLimits;
  /** The semaphore for large bodies; by default one of its own. */
  readonly bodyTurns?: Semaphore | undefined;
  /** Milliseconds after the end of a request until it is answered with 503; a minute by default. */
  readonly deadlineMs?: number | undefined;
  /** Aborts when the process ends: open requests are then answered with 503 immediately. */
  readonly ending?: AbortSignal | undefined;
  /** Aborts when the service begins to close, while open requests are still answered. */
  readonly closing?: AbortSignal | undefined;
  /** Called for each request that was answered. */
  readonly observe?: ObserveRequest | undefined;
  /** Checks every JSON answer against the document, and answers 500 where they differ; for tests. */
  readonly validateResponses?: boolean;
}

const DEADLINE_MS = 60_000;
const NEVER = new AbortController().signal;

/** Closes the stream of an answer that came too late. */
const discard = ({ content }: Answer): void => {
  if (content !== undefined && 'stream' in content) content.stream.destroy();
};

/**
 * One service as an Express app. The steps of a request: exchange, caller, operation, body, validator, handler. Throws
 * when routes and document do not match.
 */
export const createApp = (options: AppOptions): Express => {
  const { document, log, ownFaults = NO_OWN_FAULTS, deadlineMs = DEADLINE_MS, ending, closing = NEVER } = options;
  const { elsewhere = () => null } = options;
  const operations = operationsOf(document);
  const routes = routeTable(operations, options.routes);
  const readBody = bodyReader(document, {
    limits: options.bodyLimits,
    deadline: { ms: deadlineMs, ending },
    turns: options.bodyTurns,
  });
  const send = answerSender(options);
  const exchanges = new WeakMap<Request, Exchange>();
  const exchangeOf = (request: Request): Exchange => {
    const exchange = exchanges.get(request);
    if (exchange === undefined) throw new Error('A request came past the first step.');
    return exchange;
  };

  const answer = (request: Request, response: Response, what: Answer): Promise<void> =>
    send(response, what, exchangeOf(request));

  const begin: RequestHandler = (request, response, next) => {
    exchanges.set(request, beginExchange(request, response, log, options.observe));
    next();
  };

  /** A step that may end the request with an answer. */
  const step =
    (
      take: (request: Request, exchange: Exchange, response: Response) => Answer | null | Promise<Answer | null>,
    ): RequestHandler =>
    async (request, response, next) => {
      const refusal = await take(request, exchangeOf(request), response);
      if (refusal === null) next();
      else await answer(request, response, refusal);
    };

  const handle: RequestHandler = async (request, response) => {
    const exchange = exchangeOf(request);
    const inTime = (): AbortSignal => longWorkSignal({ ms: deadlineMs, ending });
    const over = overWith(response);
    const work = async (): Promise<Answer> => {
      const found = routes.get(exchange.operation?.operationId ?? '');
      if (found === undefined) throw new Error('A request came to its handler without an operation.');
      const answered = await found.handle(callOf(request, exchange, { inTime, over: over.signal, closing }));
      return withUnknownNamed(answered, request.body, exchange.operation?.body?.known ?? null);
    };
    const ms = Math.max(0, deadlineMs - (performance.now() - exchange.receivedAt));
    const outcome = await withinDeadline(work(), { ms, ending }, discard).catch((fault: unknown) =>
      faultAnswer(fault, ownFaults, log, failedRequest(request, exchange)),
    );
    over.abort(NOBODY_WAITS);
    exchange.release(); // however long the client takes to read the answer
    await answer(request, response, outcome);
  };

  const refuse: ErrorRequestHandler = async (fault: unknown, request, response, next) => {
    const exchange = exchangeOf(request);
    if (response.headersSent)
      next(fault); // Express then closes the connection
    else
      await answer(
        request,
        response,
        requestRefusal(fault, exchange.operation?.query) ??
          faultAnswer(fault, ownFaults, log, failedRequest(request, exchange)),
      );
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(
    begin,
    crossOrigin(operations, options.origins ?? []),
    step((request, exchange) => admit(operations, options, request, exchange)),
    step((request, exchange) => matchRequest({ operations, elsewhere }, request, exchange)),
    step((request, exchange, response) => readBody(request, response, exchange)),
    unlessChecked(
      requestValidator(document, (request) => matchedOf(exchangeOf(request)), options.validateResponses),
      exchangeOf,
    ),
    handle,
    refuse,
  );
  return app;
};

/** The validator, for a request that was not checked in a thread. */
const unlessChecked =
  (validate: RequestHandler, exchangeOf: (request: Request) => Exchange): RequestHandler =>
  (request, response, next) => {
    if (exchangeOf(request).checked) next();
    else validate(request, response, next);
  };

const NOBODY_WAITS = new DeadlineExceeded('nobody waits for the answer');

/** Aborts when the client has gone. */
const overWith = (response: Response): AbortController => {
  const over = new AbortController();
  response.once('close', () => over.abort(NOBODY_WAITS));
  return over;
};

const failedRequest = (request: Request, { correlationId, path, operation }: Exchange): FailedRequest => ({
  isRepeatable: operation?.takesKey !== true || request.get('idempotency-key') !== undefined,
  correlationId,
  path: loggedPath(path),
});

const callOf = (request: Request, exchange: Exchange, signals: Pick<Call, 'inTime' | 'over' | 'closing'>): Call => {
  const { caller, holder, correlationId, path, bodySha256, headersOnly } = exchange;
  const { actor } = caller;
  const header = (name: string): string | undefined => request.get(name);
  const key = header('idempotency-key');
  return {
    ...matchedOf(exchange),
    query: request.query,
    body: request.body as unknown,
    header,
    headersOnly,
    caller,
    holder,
    get actor() {
      if (actor === null) throw new Error('Work was to be attributed to a caller without a name.');
      return actor;
    },
    correlationId,
    // The path as `matchRequest` wrote it, independent of the caller's casing and escapes.
    commandId: commandIdOf({ caller: actor?.agent ?? '', method: request.method, path: request.path, key }),
    ...(key === undefined ? {} : { requestSha256: bodySha256 ?? '' }),
    ...signals,
    path,
  };
};
