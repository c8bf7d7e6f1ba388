import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import type { Operation } from './operation.js';
import { matchOperation } from './request/match-request.js';
import { splitTarget } from './request/request-target.js';

/** Headers of answers that scripts of other origins may read, besides those that every script may. */
const EXPOSED = [
  'Allow',
  'Content-Range',
  'ETag',
  'Location',
  'Repr-Digest',
  'Retry-After',
  'WWW-Authenticate',
  'X-Correlation-Id',
  'X-IIIF-Post-Url',
  'X-Preservation-Resource-Type',
];

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'];

/** How long a browser may remember the answer to a preflight. */
const MAX_AGE_SECONDS = 600;

/**
 * Answers browsers that run pages of other origins (the Fetch Standard's CORS protocol): preflights, which carry no
 * token, and the headers that let a page read an answer. An operation marked `x-any-origin` is open to every origin, any
 * other one to `origins`, among which `*` stands for all. Cookies are never used, so credentials are not allowed.
 */
export const crossOrigin = (operations: readonly Operation[], origins: readonly string[]): RequestHandler => {
  const configured = origins.includes('*') ? '*' : [...origins];
  const handler = cors<Request>((request, answer) => {
    const origin = isOpenToAny(operations, request) ? '*' : configured;
    answer(null, {
      origin: origin.length === 0 ? false : origin,
      methods: METHODS,
      exposedHeaders: EXPOSED,
      maxAge: MAX_AGE_SECONDS,
    });
  });
  return (request, response, next) => {
    const isPreflight = request.get('access-control-request-method') !== undefined;
    if (request.method === 'OPTIONS' && !isPreflight) {
      next();
      return;
    }
    if (request.get('access-control-request-private-network') === 'true')
      response.setHeader('Access-Control-Allow-Private-Network', 'true');
    handler(request, response, next);
  };
};

/** Whether the operation of a request, or of the request that a preflight announces, is open to every origin. */
const isOpenToAny = (operations: readonly Operation[], request: Request): boolean => {
  const target = splitTarget(request.url);
  const method = request.method === 'OPTIONS' ? request.get('access-control-request-method') : request.method;
  const found = target === null ? null : matchOperation(operations, method ?? '', target.path);
  return found !== null && 'operation' in found && found.operation.anyOrigin;
};
