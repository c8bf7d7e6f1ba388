import type { IncomingMessage } from 'node:http';
import { emptyAnswer, type Answer } from './answer.js';
import { METHODS } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { S3Error } from './s3-error.js';
import type { S3EndpointSettings } from './settings.js';

type Origins = Pick<S3EndpointSettings, 'allowsOrigin'>;

/** Headers of answers that pages of other origins may read, besides those that every page may. */
const EXPOSED = 'Accept-Ranges, Content-Range, ETag, x-amz-checksum-sha256, x-amz-checksum-type, x-amz-request-id';

/** How long a browser may remember the answer to a preflight. */
const MAX_AGE_SECONDS = 600;

/** A list of header names, as browsers write it. */
const HEADER_NAMES = /^[!#$%&'*+\-.^_`|~0-9A-Za-z, ]{1,4096}$/;

/** Whether a browser asks what a page may send (the CORS protocol of the Fetch Standard); such a request is not signed. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/**
 * Lets pages of an allowed origin read the answer, whatever it is. A page needs a signature as any other client does:
 * cookies are never used.
 */
export const allowOrigin = ({ allowsOrigin }: Origins, { request, response }: Exchange): void => {
  if (allowsOrigin === undefined) return;
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !allowsOrigin(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
};

/** The answer to a preflight. Throws AccessForbidden for a page of any other origin. */
export const preflightAnswer = ({ allowsOrigin }: Origins, { headers }: IncomingMessage): Answer => {
  const { origin = '', 'access-control-request-headers': asked = '' } = headers;
  if (allowsOrigin?.(origin) !== true)
    throw new S3Error('AccessForbidden', 'Pages of this origin may not call the store from a browser.');
  return emptyAnswer(204, {
    'Access-Control-Allow-Methods': METHODS.join(', '),
    'Access-Control-Max-Age': MAX_AGE_SECONDS,
    ...(HEADER_NAMES.test(asked) ? { 'Access-Control-Allow-Headers': asked } : {}),
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'Access-Control-Allow-Private-Network': 'true' }
      : {}),
  });
};
