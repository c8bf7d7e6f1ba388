import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { operationsOf } from '../../../../gateways/http/operation.js';
import { matchOperation } from '../../../../gateways/http/request/match-request.js';
import { type MatchedOperation, requestValidator } from '../../../../gateways/http/request/request-check.js';
import { requestDocument } from '../../../../gateways/http/request/request-document.js';
import { readOpenApi } from '../../../../schemas/openapi-document.js';

const document = readOpenApi('preservation');

/** What the checks of the library are as a whole, with the options of this project. */
const wholeLibrary = (): RequestHandler[] =>
  middleware({
    apiSpec: structuredClone(requestDocument(document)) as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateRequests: { allowUnknownQueryParameters: true },
    validateSecurity: false,
    validateApiSpec: false,
    fileUploader: false,
    useRequestUrl: true,
    ajvFormats: { mode: 'full' },
  });

const operations = operationsOf(document);

const matchedOf = ({ method, path }: Request): MatchedOperation => {
  const found = matchOperation(operations, method, path);
  if (found === null || !('operation' in found)) throw new Error(`there is no operation for ${method} ${path}`);
  const params = Object.entries(found.parameters).map(([name, value]) => [name, decodeURIComponent(value)] as const);
  return { operationId: found.operation.operationId, params: Object.fromEntries(params) };
};

interface GivenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What comes of a request: what was coerced, or why it is refused. */
const outcome = (steps: readonly RequestHandler[], { headers = {}, ...given }: GivenRequest): Promise<unknown> => {
  const app = express()
    .set('query parser', 'simple')
    .use(...steps);
  const request = Object.assign(new IncomingMessage(new Socket()), structuredClone({ ...given, headers })) as Request;
  return new Promise((resolve) => {
    app(request, new ServerResponse(request) as Response, (fault?: unknown) => {
      const { message, status, errors } = (fault ?? {}) as { message?: string; status?: number; errors?: unknown };
      resolve({ message, status, errors, query: { ...request.query }, body: request.body as unknown });
    });
  });
};

const JSON_BODY = { 'content-type': 'application/json' };
const post = (url: string, body: unknown): GivenRequest => ({ method: 'POST', url, headers: JSON_BODY, body });
const get = (url: string, headers: GivenRequest['headers'] = {}): GivenRequest => ({ method: 'GET', url, headers });

/** By what each has in it. */
const REQUESTS: Readonly<Record<string, GivenRequest>> = {
  nothing: get('/health'),
  'a path parameter with a slash': get('/repository/a%2Fb'),
  'a number, a boolean and a time': get(
    '/deposits?page=2&pageSize=10&ascending=true&createdAfter=2024-05-01T10%3A00%3A00Z',
  ),
  'a number that is none': get('/deposits?page=two'),
  'a number out of its range': get('/deposits?page=-1&pageSize=0'),
  'a time that is none': get('/deposits?createdAfter=yesterday&createdBefore=today'),
  'a word that is not in the list': get('/deposits?status=lost'),
  'a parameter twice': get('/deposits?page=1&page=2'),
  'a list with one member': get('/deposits/d1/credentials?file=objects%2Fa.txt'),
  'a list with two members': get('/deposits/d1/credentials?file=objects%2Fa.txt&file=objects%2Fb.txt'),
  'a reserved character': get('/search?text=a:b'),
  'an unknown parameter': get('/search?text=letters&colour=blue'),
  'a required parameter missing': get('/search'),
  'a header that is too long': get('/whoami', { 'x-client-identity': 'x'.repeat(5_000) }),
  'a key that is too long': {
    ...post('/deposits', {}),
    headers: { ...JSON_BODY, 'idempotency-key': 'x'.repeat(5_000) },
  },
  'a body': post('/deposits', { submissionText: 'Letters' }),
  'a body of another type': post('/deposits', ['Letters']),
  'a body with a member of another type': post('/deposits', { submissionText: 7, archivalGroup: false }),
  'a body with a list of another type': post('/deposits/d1/mets/delete', { items: 'all' }),
  'a body that is a list of other things': post('/deposits/d1/mets', [1, {}, 'objects/a.txt']),
  'a body with a reference to other schemas': post('/deposits/d1/importjobs', { id: 7, binariesToAdd: [{ name: 1 }] }),
  'a body missing': { method: 'POST', url: '/deposits/from-identifier', headers: JSON_BODY },
  'a body of another media type': { ...post('/deposits', {}), headers: { 'content-type': 'text/plain' } },
};

describe('the check of requests', () => {
  const [whole, own] = [wholeLibrary(), [requestValidator(document, matchedOf)]];
  for (const [what, given] of Object.entries(REQUESTS)) {
    it(`says what the library says as a whole of a request with ${what}`, async () => {
      expect(await outcome(own, given)).to.deep.equal(await outcome(whole, given));
    });
  }

  it('refuses some of these and accepts others', async () => {
    const outcomes = await Promise.all(Object.values(REQUESTS).map((given) => outcome(own, given)));
    const refused = outcomes.filter((each) => (each as { status?: number }).status !== undefined);
    expect(refused.length).to.be.within(8, Object.keys(REQUESTS).length - 6);
  });
});
