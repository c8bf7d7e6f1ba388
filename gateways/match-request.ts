import type { Request } from 'express';
import type { Exchange } from './exchange.js';
import { matchOperation } from './match-operation.js';
import type { Operation } from './operation.js';
import { decodeParameters, escapeParameters, fillPath } from './path-parameters.js';
import { badRequest, notFound, problem } from './problem.js';
import { canonicalQuery, splitTarget } from './request-target.js';
import type { Answer } from './route.js';

/**
 * Finds a request's operation and reads the raw URL, once and for all. The request is then rewritten with every
 * parameter as one escaped segment, so that the validator and Express read the same. Answers a refusal where there is
 * no such operation; throws PathFault for a path that cannot be decoded.
 */
export const matchRequest = (operations: readonly Operation[], request: Request, exchange: Exchange): Answer | null => {
  const target = splitTarget(request.url);
  if (target === null) return badRequest('The request names no path.');
  const found = matchOperation(operations, request.method, target.path);
  if (found === null) return notFound(`There is nothing at ${target.path}`);
  if ('allowed' in found) {
    const allow = found.allowed.join(', ');
    const detail = `${request.method} is not possible here; ${allow} is.`;
    return problem(405, { title: 'Method Not Allowed', detail }, { Allow: allow });
  }
  const { operation, parameters } = found;
  exchange.operation = operation;
  exchange.params = decodeParameters(parameters);
  exchange.path = fillPath(operation, parameters);
  const query = canonicalQuery(operation, target.query).toString();
  request.method = operation.method.toUpperCase();
  request.url = fillPath(operation, escapeParameters(exchange.params)) + (query === '' ? '' : `?${query}`);
  request.originalUrl = request.url;
  return null;
};
