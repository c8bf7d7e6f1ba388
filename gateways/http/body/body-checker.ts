import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import type { Request, Response } from 'express';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { jsonBody, type ReadBody } from './json-body.js';
import type { Operation } from '../operation.js';
import { requestRefusal } from '../request-fault.js';
import { requestValidator } from '../request/request-validator.js';
import type { Answer } from '../route.js';
import { refused, success, type Result } from '../../../flow/result.js';

/** A matched request in the form that is sent to a thread. */
export interface MatchedRequest {
  readonly method: string;
  /** As rewritten by `matchRequest`, for the validator. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Operation['body'];
}

/** A valid body, and the request's query as coerced by the validator. */
export interface CheckedBody extends ReadBody {
  readonly query: unknown;
}

/**
 * Reads and checks bodies in a thread with the same steps as in the service, so that the answers are the same. Rejects
 * with faults of the platform.
 */
export const bodyChecker = (document: OpenApiDocument) => {
  const validator = requestValidator(document);
  return (matched: MatchedRequest, bytes: Buffer): Promise<Result<CheckedBody, Answer>> => {
    const read = jsonBody(document, matched.body, { bytes, contentType: matched.headers['content-type'] });
    if (read === null) return Promise.reject(new Error('there is no body to check'));
    if (!read.ok) return Promise.resolve(read);
    const { value, sha256 } = read.value;
    const app = express().set('query parser', 'simple').use(validator);
    const request = Object.assign(new IncomingMessage(new Socket()), {
      method: matched.method,
      url: matched.url,
      headers: { ...matched.headers, 'content-type': 'application/json' },
      body: value,
    }) as Request;
    return new Promise((resolve, reject) => {
      app(request, new ServerResponse(request) as Response, (fault?: unknown) => {
        const refusal = requestRefusal(fault);
        if (refusal !== null) resolve(refused(refusal));
        else if (fault === undefined)
          resolve(success({ value: request.body as unknown, sha256, query: request.query }));
        else reject(new Error('a body could not be checked', { cause: fault }));
      });
    });
  };
};
