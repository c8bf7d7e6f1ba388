import { parse } from 'node:querystring';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { jsonBody, type ReadBody } from './json-body.js';
import type { Operation } from '../operation.js';
import { requestRefusal } from '../answer/request-refusal.js';
import { type CheckedRequest, type MatchedOperation, requestCheck } from '../request/request-check.js';
import type { Answer } from '../route.js';
import { refused, success, type Result } from '../../../flow/result.js';

/** A matched request in the form that is sent to a thread. */
export interface MatchedRequest {
  readonly method: string;
  /** As rewritten by `matchRequest`, for the validator. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Operation['body'];
  readonly operation: MatchedOperation;
}

/** A valid body, and the request's query as coerced by the validator. */
export interface CheckedBody extends ReadBody {
  readonly query: unknown;
}

/** The request as Express has it: its query is computed, so that the validator can replace it. */
const asRead = ({ method, url, headers }: MatchedRequest, body: unknown): CheckedRequest => {
  const [, search = ''] = url.split('?', 2);
  const computed = {
    get query() {
      return parse(search);
    },
  };
  const given = { method, url, originalUrl: url, headers: { ...headers, 'content-type': 'application/json' }, body };
  return Object.assign(Object.create(computed) as typeof computed, given);
};

/**
 * Reads and checks bodies in a thread with the same steps as in the service, so that the answers are the same. Throws
 * faults of the platform.
 */
export const bodyChecker = (document: OpenApiDocument) => {
  const check = requestCheck(document);
  return (given: MatchedRequest, bytes: Buffer): Result<CheckedBody, Answer> => {
    const read = jsonBody(document, given.body, { bytes, contentType: given.headers['content-type'] });
    if (read === null) throw new Error('there is no body to check');
    if (!read.ok) return read;
    const { value, sha256 } = read.value;
    const request = asRead(given, value);
    try {
      check(request, given.operation);
    } catch (fault) {
      const refusal = requestRefusal(fault);
      if (refusal === null) throw new Error('a body could not be checked', { cause: fault });
      return refused(refusal);
    }
    return success({ value: request.body as unknown, sha256, query: request.query });
  };
};
