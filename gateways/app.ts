import express from 'express';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import type { OpenApiDocument } from '../schemas/openapi-document.js';
import { admit } from './auth/admit.js';
import { commandIdOf } from './command-id.js';
import { withinDeadline } from './deadline.js';
import { beginExchange, type Exchange, type ObserveRequest } from './exchange.js';
import { faultAnswer } from './fault-answer.js';
import type { Identify } from './identify.js';
import { readJsonBody } from './json-body.js';
import type { Logger } from './logger.js';
import { matchRequest } from './match-request.js';
import { operationsOf } from './operation.js';
import { problem } from './problem.js';
import { respond } from './respond.js';
import { routeTable } from './route-table.js';
import type { Answer, Call, Route } from './route.js';

export interface AppOptions {
  readonly document: OpenApiDocument;
  readonly routes: readonly Route[];
  readonly identify: Identify;
  readonly log: Logger;
  /** The longest body taken; a longer one is answered with 413. */
  readonly bodyLimitBytes: number;
  /** A request that is not answered by then gets 503; a minute unless said. */
  readonly deadlineMs?: number | undefined;
  /** Hears of each request that was answered. */
  readonly observe?: ObserveRequest | undefined;
  /** Checks every JSON answer against the document, and answers 500 where they differ: for tests. */
  readonly validateResponses?: boolean;
}

const DEADLINE_MS = 60_000;

/** What nobody waits for any more must not keep a file open. */
const discard = ({ content }: Answer): void => {
  if (content?.kind === 'bytes') content.stream.destroy();
};

/**
 * One service as an Express app. A request's steps: exchange, caller, operation, body, validator, handler. Throws when
 * routes and document do not match.
 */
export const createApp = (options: AppOptions): Express => {
  const { document, log, deadlineMs = DEADLINE_MS } = options;
  const operations = operationsOf(document);
  const routes = routeTable(operations, options.routes);
  const exchanges = new WeakMap<Request, Exchange>();
  const exchangeOf = (request: Request): Exchange => {
    const exchange = exchanges.get(request);
    if (exchange === undefined) throw new Error('A request came past the first step.');
    return exchange;
  };

  const answer = async (request: Request, response: Response, what: Answer): Promise<void> => {
    const { headersOnly, correlationId } = exchangeOf(request);
    try {
      await respond(response, what, { headersOnly, whole: options.validateResponses === true });
    } catch (error) {
      log.warn('An answer could not be sent to its end.', { correlationId, error: String(error) });
      response.destroy();
    }
  };

  const begin: RequestHandler = (request, response, next) => {
    exchanges.set(request, beginExchange(request, response, log, options.observe));
    next();
  };

  /** A step that may end the request with an answer. */
  const step =
    (take: (request: Request, exchange: Exchange) => Answer | null | Promise<Answer | null>): RequestHandler =>
    async (request, response, next) => {
      const refusal = await take(request, exchangeOf(request));
      if (refusal === null) next();
      else await answer(request, response, refusal);
    };

  const handle: RequestHandler = async (request, response) => {
    const exchange = exchangeOf(request);
    const { correlationId, path } = exchange;
    const work = async (): Promise<Answer> => {
      const found = routes.get(exchange.operation?.operationId ?? '');
      if (found === undefined) throw new Error('A request came to its handler without an operation.');
      return found.handle(callOf(request, exchange));
    };
    const outcome = await withinDeadline(work(), deadlineMs, discard).catch((fault: unknown) =>
      faultAnswer(fault, log, { correlationId, path }),
    );
    await answer(request, response, outcome);
  };

  const refuse: ErrorRequestHandler = async (fault: unknown, request, response, next) => {
    const { correlationId, path } = exchangeOf(request);
    if (response.headersSent)
      next(fault); // Express then closes the connection
    else await answer(request, response, requestRefusal(fault) ?? faultAnswer(fault, log, { correlationId, path }));
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(
    begin,
    step((request, exchange) => admit(operations, options.identify, request, exchange)),
    step((request, exchange) => matchRequest(operations, request, exchange)),
    express.raw({ type: () => true, limit: options.bodyLimitBytes }),
    step((request, exchange) => readJsonBody(document, request, exchange)),
    validator(options),
    handle,
    refuse,
  );
  return app;
};

const validator = ({ document, validateResponses = false }: AppOptions): RequestHandler[] =>
  openApiValidator({
    apiSpec: structuredClone(document) as unknown as Parameters<typeof openApiValidator>[0]['apiSpec'],
    validateRequests: { allowUnknownQueryParameters: true },
    validateResponses,
    validateSecurity: false,
    validateApiSpec: false, // the check lints the documents; doing it here too would take a third of every start
    fileUploader: false,
    useRequestUrl: true,
    ajvFormats: { mode: 'full' },
  });

const callOf = (request: Request, exchange: Exchange): Call => {
  const { operation, params, caller, correlationId, path, bodySha256 } = exchange;
  const { actor } = caller;
  const header = (name: string): string | undefined => request.get(name);
  const key = header('idempotency-key');
  return {
    operationId: operation?.operationId ?? '',
    params,
    query: request.query,
    body: request.body as unknown,
    header,
    caller,
    get actor() {
      if (actor === null) throw new Error('Work was to be attributed to a caller without a name.');
      return actor;
    },
    correlationId,
    commandId: commandIdOf({ caller: actor?.agent ?? '', method: request.method, path, key }),
    ...(key === undefined ? {} : { requestSha256: bodySha256 ?? '' }),
    path,
  };
};

/** What the steps before the handler found wrong with a request; null when it was not the request's fault. */
const requestRefusal = (fault: unknown): Answer | null => {
  if (typeof fault !== 'object' || fault === null || !('status' in fault)) return null;
  const { status } = fault;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  return problem(status, { detail: fault instanceof Error ? fault.message : 'The request cannot be read.' });
};
