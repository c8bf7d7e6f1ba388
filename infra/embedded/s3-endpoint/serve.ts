import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.js';
import type { Call, RequestHeaders } from './call.js';
import type { S3EndpointSettings } from './endpoint.js';
import { errorAnswer } from './error-answer.js';
import { hoistedHeaders } from './hoisted-headers.js';
import { receiveBody } from './body/receive-body.js';
import { requestIds } from './request-ids.js';
import { dispatch } from './routes.js';
import { asS3Error } from './s3-error.js';
import { send } from './send.js';
import { authenticator } from './sigv4/authenticate.js';
import { parseTarget } from './target.js';

export type Serve = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => Promise<void>;

type Perform = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => Promise<Answer>;

/** Answers requests one by one; never rejects. */
export const answering = (settings: S3EndpointSettings, endpoint: string): Serve => {
  const perform = performer(settings, endpoint);
  const nextId = requestIds();
  const { log } = settings;
  return async (request, response, expectsContinue) => {
    const id = nextId();
    response.setHeader('x-amz-request-id', id);
    const { method = '', url = '' } = request;
    try {
      await send(request, response, await perform(request, response, expectsContinue));
    } catch (thrown) {
      // A client that went away is told nothing, and its going is no failure of ours.
      if (response.destroyed || response.headersSent) return void response.destroy();
      const error = asS3Error(thrown);
      if (error.status === 500) log?.error('an S3 request failed', { id, method, cause: error.cause });
      await send(request, response, errorAnswer(error, url.split('?')[0] ?? '', id)).catch(() => response.destroy());
    }
    log?.debug('an S3 request was answered', { id, method, status: response.statusCode });
  };
};

const performer = (settings: S3EndpointSettings, endpoint: string): Perform => {
  const { engine, region } = settings;
  const authenticate = authenticator(settings);
  return (request, response, expectsContinue) => {
    const { method = '', url = '' } = request;
    const target = parseTarget(url);
    // Node keeps every header as one text but Set-Cookie, which no request has a use for.
    const sent = request.headers as RequestHeaders;
    const { credential, payload, chunks, presigned } = authenticate(method, target, sent);
    const headers = presigned ? { ...sent, ...hoistedHeaders(target) } : sent;
    const call: Call = {
      engine,
      region,
      endpoint,
      headers,
      query: target.query,
      body: receiveBody(request, { payload, chunks, onStart: () => expectsContinue && response.writeContinue() }),
      may: (access, bucket) => credential.may(access, bucket),
    };
    return dispatch(method, target, call);
  };
};
