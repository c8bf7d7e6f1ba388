import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.js';
import type { S3Request } from './s3-request.js';
import type { RequestHeaders } from './request-headers.js';
import type { Exchange } from './exchange.js';
import { errorAnswer } from './error-answer.js';
import { allowOrigin, isPreflight, preflightAnswer } from './cross-origin.js';
import { hoistedHeaders } from './sigv4/hoisted-headers.js';
import { receiveBody } from './body/receive-body.js';
import { dispatch } from './routes.js';
import { asS3Error, isServerFailure, S3Error } from './s3-error.js';
import { send } from './send.js';
import type { S3EndpointLog, S3EndpointSettings } from './settings.js';
import { authenticator } from './sigv4/authenticate.js';
import { parseTarget } from './target.js';

export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
) => Promise<void>;

/** Ids of requests: a random prefix for each server, then a counter. */
const requestIds = (): (() => string) => {
  const stem = randomBytes(5).toString('hex').toUpperCase();
  let count = 0;
  return () => stem + (count++).toString(16).toUpperCase().padStart(6, '0');
};

/** Answers requests one by one; never rejects. */
export const requestHandler = (
  settings: S3EndpointSettings,
  endpoint: string,
  isClosing: () => boolean,
): RequestHandler => {
  const perform = performer(settings, endpoint);
  const nextId = requestIds();
  return async (request, response, expectsContinue) => {
    const exchange: Exchange = { id: nextId(), request, response, awaitsContinue: expectsContinue };
    response.setHeader('x-amz-request-id', exchange.id);
    allowOrigin(settings, exchange);
    try {
      await send(exchange, await perform(exchange));
    } catch (thrown) {
      await sendError(exchange, thrown, settings.log);
    }
    const { id } = exchange;
    const status = response.writableFinished ? response.statusCode : null;
    settings.log?.debug('an S3 request ended', { id, method: request.method, status });
    if (isClosing()) request.socket.end();
  };
};

const performer = (settings: S3EndpointSettings, endpoint: string): ((exchange: Exchange) => Promise<Answer>) => {
  const { engine, region } = settings;
  const authenticate = authenticator(settings);
  return async (exchange) => {
    const { method = '', url = '', headers: received } = exchange.request;
    if (isPreflight(exchange.request)) return preflightAnswer(settings, exchange.request);
    const target = parseTarget(url);
    // Node joins repeated headers into one text, except Set-Cookie, which requests do not have.
    const sent = received as RequestHeaders;
    const { credential, payload, chunks, presigned } = authenticate(method, target, sent);
    if ((await credential.isWithdrawn?.()) === true) {
      throw new S3Error('InvalidAccessKeyId', 'The access key was withdrawn.');
    }
    const headers = presigned ? { ...sent, ...hoistedHeaders(target) } : sent;
    const request: S3Request = {
      engine,
      region,
      endpoint,
      headers,
      query: target.query,
      body: receiveBody(exchange, payload, chunks, settings.pace),
      may: (access, bucket, keys) => credential.may(access, bucket, keys),
    };
    return dispatch(method, target, request);
  };
};

const sendError = async (exchange: Exchange, thrown: unknown, log: S3EndpointLog | undefined): Promise<void> => {
  const { id, request, response } = exchange;
  // A disconnected client gets no response, and that is not a failure of the server.
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  const error = asS3Error(thrown);
  if (isServerFailure(error)) log?.error('an S3 request failed', { id, method: request.method, cause: error.cause });
  const resource = request.url?.split('?')[0] ?? '';
  await send(exchange, errorAnswer(error, resource, id)).catch(() => response.destroy());
};
